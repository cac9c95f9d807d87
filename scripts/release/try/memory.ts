import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * The memory of a server that has nothing to do: the proportional share (PSS) of its processes, by the program that they run. Pages that
 * several share count once.
 */
export async function memoryAtRest(program: string): Promise<string> {
  const servers = processes().filter(({ exe, args }) => exe === program && args.includes('start'));
  const total = servers.reduce((sum, { pid }) => sum + withChildren(pid).reduce((all, each) => all + pss(each), 0), 0);
  return `${(total / 1024).toFixed(0)} MB`;
}

interface Process {
  pid: number;
  parent: number;
  exe: string;
  args: string[];
}

function processes(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
      const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      return [{ pid: Number(name), parent: Number(parent), exe: readlinkSync(`/proc/${name}/exe`), args }];
    } catch {
      // It has ended meanwhile, or is a thread of the kernel.
      return [];
    }
  });
}

function withChildren(pid: number): number[] {
  return [pid, ...processes().flatMap((each) => (each.parent === pid ? withChildren(each.pid) : []))];
}

function pss(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    // A connection of PostgreSQL has ended meanwhile.
    return 0;
  }
}
