import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/**
 * CPU time a process and its children have used so far, in milliseconds, those that have ended included. Only where
 * there is /proc; else not a number.
 */
export function cpuMs(pid: number): number {
  try {
    const stats = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readStat);
    const family = stats.filter((stat) => stat.pid === pid || stat.parent === pid);
    return (family.reduce((sum, { ticks }) => sum + ticks, 0) * 1000) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}

function readStat(pid: string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name before the last parenthesis may contain anything.
    const [, parent, ...fields] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    // utime and stime, then those of the children it has waited for.
    const ticks = fields.slice(9, 13).reduce((sum, time) => sum + time, 0);
    return [{ pid: Number(pid), parent, ticks }];
  } catch {
    // The process has ended meanwhile.
    return [];
  }
}
