import { execFile } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../../config/start-error.ts';

const run = promisify(execFile);

/** The user that PostgreSQL runs as. It refuses to run as root, so under root it needs another user. */
export type PostgresOwner =
  | { kind: 'self' }
  | { kind: 'user'; uid: number; gid: number }
  /** A user namespace: it sees itself as an ordinary user but keeps root's file access, for a folder that no other user can reach. */
  | { kind: 'namespace' };

interface Invocation {
  file: string;
  args: string[];
  identity: { uid?: number; gid?: number };
}

/** The command line that runs a program as this owner. */
export function callAs(owner: PostgresOwner, file: string, args: string[]): Invocation {
  switch (owner.kind) {
    case 'self':
      return { file, args, identity: {} };
    case 'user':
      return { file, args, identity: { uid: owner.uid, gid: owner.gid } };
    case 'namespace':
      return {
        file: 'unshare',
        // initdb looks up its user's name, and `nobody` exists on every system.
        args: ['--user', '--map-user=nobody', '--map-group=65534', '--', file, ...args],
        identity: {},
      };
  }
}

/** Changes the owner of a file made for PostgreSQL. */
export async function giveTo(owner: PostgresOwner, path: string): Promise<void> {
  if (owner.kind === 'user') await chown(path, owner.uid, owner.gid);
}

/** Finds the owner of an existing database folder. */
export async function ownerOfCluster(cluster: string): Promise<PostgresOwner> {
  const { uid, gid } = await stat(cluster);
  const self = process.getuid?.();
  if (self === 0) return uid === 0 ? { kind: 'namespace' } : { kind: 'user', uid, gid };
  if (uid === self) return { kind: 'self' };
  throw new StartError(`${cluster} belongs to another user (id ${uid}). Start Fairwatch as that user.`);
}

/** Chooses the owner of a new database folder. */
export async function chooseOwner(cluster: string, binary: string): Promise<PostgresOwner> {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  const user = (await findUser('postgres')) ?? (await findUser('fairwatch')) ?? (await createUser('fairwatch'));
  if (user !== null && (await canRun(user, cluster, binary))) return user;
  const namespace: PostgresOwner = { kind: 'namespace' };
  if (await canRun(namespace, cluster, binary)) return namespace;
  throw new StartError(
    `PostgreSQL does not run as root, and no other user can reach ${dirname(cluster)} and ${binary}. ` +
      'Start Fairwatch as another user, or set DATABASE_URL.',
  );
}

async function findUser(name: string): Promise<PostgresOwner | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { kind: 'user', uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

async function createUser(name: string): Promise<PostgresOwner | null> {
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]],
    ['adduser', ['-S', '-D', '-H', name]],
  ];
  for (const [file, args] of ways) {
    try {
      await run(file, args);
      return await findUser(name);
    } catch {
      // This command is missing or not permitted; the next one, or the namespace, may work.
    }
  }
  return null;
}

async function canRun(owner: PostgresOwner, cluster: string, binary: string): Promise<boolean> {
  const probe = ['-c', 'cd "$1" && "$2" --version', 'sh', dirname(cluster), binary];
  const { file, args, identity } = callAs(owner, '/bin/sh', probe);
  try {
    await run(file, args, { ...identity, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}
