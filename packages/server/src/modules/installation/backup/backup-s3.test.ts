import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openS3Objects } from '../../../core/blobs/s3/s3-objects.ts';
import type { S3Bucket } from '../../../core/config/cluster-config.ts';
import {
  announce,
  beginning,
  openCommand,
  sendSmall,
  sha256Of,
  storedName,
  testPicture,
  tus,
} from '../../../testing/samples/test-files.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/servers/test-database.ts';
import { keysOf, startTestS3, type TestS3 } from '../../../testing/servers/test-s3.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import { sweepFiles } from '../../files/content/sweep-files.ts';
import { makeBackup } from './make-backup.ts';
import { readTables } from './snapshot.store.ts';
import { restoreBackup } from './restore-backup.ts';

let s3: TestS3;
let server: TestServer;
let device: TestDevice;
let folder: string;
let backup: string;
let target: { database: TestDatabase; dataDir: string; bucket: S3Bucket };
let targets = 0;
const pictures: Buffer[] = [];

const source = () => ({ dataDir: server.services.config.dataDir, databaseUrl: server.databaseUrl, s3: s3.bucket });
const destination = () => ({ dataDir: target.dataDir, databaseUrl: target.database.url });

beforeAll(async () => {
  s3 = await startTestS3();
  server = await startTestServer({ s3: s3.bucket });
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-backup-'));
  device = await joinDevice(server);
  for (const seed of [1, 2, 3]) {
    const picture = await testPicture(seed);
    pictures.push(picture);
    await sendSmall(server, device, picture, announce(picture, await openCommand(server, device)));
  }
  // An upload under way and an archive are left out.
  const large = Buffer.alloc(2000);
  const headers = beginning(large.length, announce(large, await openCommand(server, device)));
  const { url } = await tus(server, device.token, { method: 'POST', headers });
  await tus(server, device.token, {
    method: 'PATCH',
    url,
    headers: { 'upload-offset': '0' },
    body: large.subarray(0, 1000),
  });
  await s3.objects.put('archives/1.zip', { body: Buffer.from('everything about somebody') });
  ({ folder: backup } = await makeBackup(source(), folder));
});
afterAll(async () => {
  await server.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  target = {
    database: await createTestDatabase({ migrated: false }),
    dataDir: join(await mkdtemp(join(folder, 'target-')), 'data'),
    bucket: s3.another(`target-${(targets += 1)}`),
  };
});
afterEach(() => target.database.close());

/** The objects of a bucket with the hashes of their bytes. */
async function objectsIn(bucket: S3Bucket, prefix = ''): Promise<Record<string, string>> {
  const objects = openS3Objects(bucket);
  try {
    const found: Record<string, string> = {};
    for (const key of await keysOf(objects, prefix)) found[key] = sha256Of(await buffer(objects.open(key)));
    return found;
  } finally {
    objects.close();
  }
}

const hashes = () => pictures.map(sha256Of).sort();
const blobPath = (dataDir: string, hash: string, name: string) =>
  join(dataDir, 'blobs', hash.slice(0, 2), hash.slice(2, 4), name);

describe('a backup of an installation with a bucket', () => {
  it('is restored into a folder', { tags: 'full' }, async () => {
    const { blobs } = await restoreBackup(destination(), backup);
    expect(blobs.files).toBe(pictures.length);
    for (const hash of hashes()) {
      const path = blobPath(target.dataDir, hash, await storedName(server, hash));
      expect(sha256Of(await readFile(path))).toBe(hash);
      expect((await readFile(`${path}.thumbnail`)).length).toBeGreaterThan(0);
    }
    const { rows } = await sql`select from upload_parts`.execute(target.database.db);
    expect(rows).toEqual([]);
  });

  it('is restored into another bucket, without uploads under way and archives', { tags: 'full' }, async () => {
    await restoreBackup({ ...destination(), s3: target.bucket }, backup);
    const stored = await objectsIn(s3.bucket, 'blobs/');
    expect(Object.keys(stored)).toHaveLength(2 * pictures.length);
    expect(await objectsIn(target.bucket)).toEqual(stored);
    // No blob is left on the disk, and none in a temporary file.
    const left = await readdir(join(target.dataDir, 'blobs'), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });

  it('names files that the bucket has lost', async () => {
    const picture = await testPicture(77);
    await sendSmall(server, device, picture, announce(picture, await openCommand(server, device)));
    await s3.objects.delete([`blobs/${await storedName(server, sha256Of(picture))}`]);
    const made = await makeBackup(source(), join(folder, 'lost'));
    expect(made.lost).toEqual([sha256Of(picture)]);
    await sql`delete from device_blobs where sha256 = ${sha256Of(picture)}`.execute(server.services.db);
    await sweepFiles(server.services);
  });

  it('fails when the bucket does not answer, and leaves nothing', async () => {
    const into = join(folder, 'gone');
    const gone = { ...source(), s3: { ...s3.bucket, endpoint: 'http://127.0.0.1:1' } };
    await expect(makeBackup(gone, into)).rejects.toThrow('The bucket fairwatch of S3_URL cannot be used');
    expect(await readdir(into)).toEqual([]);
  });
});

describe('a backup of an installation with a folder', () => {
  it('is restored into a bucket', { tags: 'full' }, async () => {
    await restoreBackup(destination(), backup);
    const made = await makeBackup(destination(), join(folder, `of-folder-${targets}`));
    const second = await createTestDatabase({ migrated: false });
    try {
      const dataDir = `${target.dataDir}-second`;
      await restoreBackup({ dataDir, databaseUrl: second.url, s3: target.bucket }, made.folder);
      expect(await objectsIn(target.bucket)).toEqual(await objectsIn(s3.bucket, 'blobs/'));
    } finally {
      await second.close();
    }
  });
});

describe('a restore into a bucket is refused, and leaves nothing', () => {
  it('when the bucket has files of Fairwatch', async () => {
    const before = await objectsIn(s3.bucket);
    const taken = { ...destination(), s3: s3.bucket };
    await expect(restoreBackup(taken, backup)).rejects.toThrow('The bucket fairwatch of S3_URL is not empty');
    expect(await objectsIn(s3.bucket)).toEqual(before);
    expect(await readdir(target.dataDir).catch(() => [])).toEqual([]);
  });

  it('when a file of the backup was changed', { tags: 'full' }, async () => {
    const { folder: damaged } = await makeBackup(source(), join(folder, `damaged-${targets}`));
    const last = hashes().at(-1) ?? '';
    await writeFile(blobPath(damaged, last, last), 'other bytes');
    const where = { ...destination(), s3: target.bucket };
    await expect(restoreBackup(where, damaged)).rejects.toThrow(`the file ${last} is missing or changed`);
    expect([await objectsIn(target.bucket), await readdir(target.dataDir)]).toEqual([{}, []]);
    expect(await readTables(target.database.db)).toEqual([]);
  });

  it('when the bucket cannot be used', async () => {
    const where = { ...destination(), s3: { ...target.bucket, endpoint: 'http://127.0.0.1:1' } };
    await expect(restoreBackup(where, backup)).rejects.toThrow(/^The bucket target-\d+ of S3_URL cannot be used/);
    expect(await readdir(target.dataDir).catch(() => [])).toEqual([]);
  });
});
