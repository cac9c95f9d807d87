import { readFileSync } from 'node:fs';

/** The resident memory of a process in bytes. NaN on systems without /proc. */
export function rssOf(pid: number): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return Number.NaN;
  }
}

const everyMs = 100;

/** Samples the memory of a process: the first value and the maximum. */
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
