import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../config/start-error.ts';
import { giveTo, type PostgresOwner } from './postgres-owner.ts';

/** Operating systems limit the path of a Unix socket to 104 to 108 bytes. */
const longestAddress = 100;

/** Chooses the folder of the socket: the database folder, or a private temporary folder when that path is too long. */
export async function chooseSocketDir(cluster: string, owner: PostgresOwner): Promise<string> {
  if (Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= longestAddress) return cluster;
  const name = createHash('sha256').update(cluster).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `fairwatch-${name}`);
  await mkdir(folder, { mode: 0o700 }).then(
    () => giveTo(owner, folder),
    () => {},
  );
  const { uid, mode } = await lstat(folder);
  const expected = owner.kind === 'user' ? owner.uid : process.getuid?.();
  // Another user could create the folder first and intercept our connections, so owner and mode are checked.
  if (uid === expected && (mode & 0o170777) === 0o40700) return folder;
  throw new StartError(`${folder} belongs to somebody else. Remove it, or choose a shorter DATA_DIR.`);
}
