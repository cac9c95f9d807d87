import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../commands.ts';

/** An empty Debian 12 in a folder, with the machine's processes, devices and network. */
export interface Chroot {
  folder: string;
  /** Runs a shell command in it as root, and returns what it printed. */
  run(command: string, env?: Readonly<Record<string, string>>): Promise<string>;
  read(file: string): string;
  has(file: string): boolean;
  close(): Promise<void>;
}

/** Makes the archive of an empty Debian 12, or takes the one that was made before. */
export async function makeDebianBase(work: string): Promise<string> {
  const archive = path.join(work, 'bookworm.tar');
  if (!existsSync(archive)) {
    const options = ['--variant=minbase', '--include=ca-certificates', 'bookworm'];
    await runCommand('mmdebstrap', [...options, archive, 'http://deb.debian.org/debian'], { cwd: work });
  }
  return archive;
}

/** Opens a new one. The caller closes it, also after an error: its mounts outlive this process. */
export async function openChroot(work: string, archive: string): Promise<Chroot> {
  const folder = path.join(work, 'debian-12');
  const mounts = ['proc', 'dev'].map((name) => path.join(folder, name));
  const close = async () => {
    for (const mount of mounts) await runCommand('umount', ['--lazy', mount], { cwd: work });
    rmSync(folder, { recursive: true, force: true });
  };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  await runCommand('tar', ['-xf', archive, '-C', folder], { cwd: work });
  for (const mount of mounts) await runCommand('mount', ['--bind', `/${path.basename(mount)}`, mount], { cwd: work });
  await runCommand('mount', ['--bind', '/dev/shm', path.join(folder, 'dev/shm')], { cwd: work });
  mounts.unshift(path.join(folder, 'dev/shm'));
  const inside = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8', HOME: '/root' };
  return {
    folder,
    run: (command, env) =>
      runCommand('chroot', [folder, 'sh', '-ec', command], { cwd: work, env: { ...inside, ...env } }),
    read: (file) => readFileSync(path.join(folder, file), 'utf8'),
    has: (file) => existsSync(path.join(folder, file)),
    close,
  };
}

/** How systemd would start the service: the command of the unit, as its user, without capabilities or new privileges. There is no systemd in a chroot. */
export function unitCommand(chroot: Chroot): string[] {
  const unit = chroot.read('usr/lib/systemd/system/fairwatch.service');
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  const identity = ['--reuid', value('User'), '--regid', value('Group'), '--init-groups'];
  const limits = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];
  const inFolder = `cd ${value('WorkingDirectory')} && umask ${value('UMask')} && exec ${value('ExecStart')}`;
  return ['chroot', chroot.folder, 'setpriv', ...identity, ...limits, 'sh', '-c', inFolder];
}
