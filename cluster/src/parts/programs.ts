import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { OwnProcesses } from '../core/own-processes.ts';

/** The programs from Debian, by the package that has them. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'nats-server': ['nats-server'],
  haproxy: ['haproxy'],
  'nginx-light': ['nginx'],
  'ceph-mon': ['ceph-mon', 'monmaptool'],
  'ceph-osd': ['ceph-osd'],
  radosgw: ['radosgw'],
  'ceph-common': ['ceph', 'radosgw-admin'],
};

const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];
const installWithinMs = 10 * 60_000;

/** The path of a program; null when it is not installed. */
function findProgram(name: string): string | null {
  for (const folder of folders) {
    const file = path.join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // It is not in this folder.
    }
  }
  return null;
}

export function program(name: string): string {
  const found = findProgram(name);
  if (found === null) throw new Error(`${name} is not installed.`);
  return found;
}

/** The Debian packages that are missing. */
function missingPackages(): string[] {
  return Object.keys(packages).filter((name) => packages[name]?.some((file) => findProgram(file) === null));
}

/** Installs what is missing where that is allowed: as root, with apt. Returns the packages that are still missing. */
export async function ensurePrograms(processes: OwnProcesses, say: (line: string) => void): Promise<string[]> {
  const missing = missingPackages();
  if (missing.length === 0 || process.getuid?.() !== 0 || findProgram('apt-get') === null) return missing;
  say(`Installing ${missing.join(' ')} ...`);
  const allowServices = forbidServices();
  try {
    await installPackages(processes, missing);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  } finally {
    allowServices();
  }
  return missingPackages();
}

async function installPackages(processes: OwnProcesses, names: readonly string[]): Promise<void> {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, withinMs: installWithinMs };
  const install = () =>
    processes.run(program('apt-get'), ['install', '-y', '--no-install-recommends', ...names], options);
  try {
    await install();
  } catch {
    // The list of packages may be missing or too old.
    await processes.run(program('apt-get'), ['update'], options);
    await install();
  }
}

/** Debian's switch that keeps packages from starting their services. Ours is removed afterwards; the owner's stays. */
const policyFile = '/usr/sbin/policy-rc.d';

function forbidServices(): () => void {
  if (existsSync(policyFile)) return () => {};
  writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const remove = () => rmSync(policyFile, { force: true });
  process.once('exit', remove);
  return () => {
    process.off('exit', remove);
    remove();
  };
}
