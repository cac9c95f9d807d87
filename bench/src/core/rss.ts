import { readFileSync } from 'node:fs';

/** What the system counts as a process's memory now, in bytes. Only where there is /proc; else not a number. */
function rssOf(pid: number): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return Number.NaN;
  }
}

const everyMs = 100;

/** Watches a process while it works: from where its memory began, and the most it ever was. */
export function watchRss(pid: number): { first: number; most(): number } {
  const first = rssOf(pid);
  let most = first;
  const timer = setInterval(() => (most = Math.max(most, rssOf(pid))), everyMs);
  return {
    first,
    most() {
      clearInterval(timer);
      return most;
    },
  };
}
