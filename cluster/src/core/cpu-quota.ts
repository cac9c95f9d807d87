import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A limit of CPU time for some processes, by a control group of the kernel. */
export interface CpuQuota {
  add(pid: number): void;
  remove(): void;
}

/** A short period, so that a throttled process waits milliseconds and not a tenth of a second. */
const periodUs = 20_000;
const [version1, version2] = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup'];
let quotas = 0;

/** Creates a group that may use so many cores. Returns null where this process may not create one. */
export function createCpuQuota(cores: number): CpuQuota | null {
  quotas += 1;
  const name = `fairwatch-${process.pid}-${quotas}`;
  try {
    if (existsSync(path.join(version1, 'cpu.cfs_quota_us'))) return ofVersion1(path.join(version1, name), cores);
    if (existsSync(path.join(version2, 'cgroup.controllers'))) return ofVersion2(path.join(version2, name), cores);
  } catch {
    // Not root, or the file system of control groups is read-only.
  }
  return null;
}

function ofVersion1(folder: string, cores: number): CpuQuota {
  return createGroup(folder, () => {
    writeFileSync(path.join(folder, 'cpu.cfs_period_us'), String(periodUs));
    writeFileSync(path.join(folder, 'cpu.cfs_quota_us'), String(Math.round(periodUs * cores)));
  });
}

function ofVersion2(folder: string, cores: number): CpuQuota {
  const control = path.join(version2, 'cgroup.subtree_control');
  if (!readFileSync(control, 'utf8').split(/\s/).includes('cpu')) writeFileSync(control, '+cpu');
  return createGroup(folder, () => {
    writeFileSync(path.join(folder, 'cpu.max'), `${Math.round(periodUs * cores)} ${periodUs}`);
  });
}

function createGroup(folder: string, limit: () => void): CpuQuota {
  mkdirSync(folder);
  const remove = () => {
    try {
      rmdirSync(folder);
    } catch {
      // A process is still in it; the kernel keeps an empty group, which costs nothing.
    }
  };
  process.once('exit', remove);
  try {
    limit();
  } catch (error) {
    remove();
    throw error;
  }
  return {
    add: (pid) => writeFileSync(path.join(folder, 'cgroup.procs'), String(pid)),
    remove() {
      process.off('exit', remove);
      remove();
    },
  };
}
