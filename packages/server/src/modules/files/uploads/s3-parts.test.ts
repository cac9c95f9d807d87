import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryPaths } from '../../../core/blobs/file-blobs.ts';
import { createS3Parts } from '../../../core/blobs/s3/s3-parts.ts';
import { testUploadParts } from '../../../core/blobs/upload-parts-suite.ts';
import { PartConflict } from '../../../core/blobs/upload-parts.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/servers/test-database.ts';
import { startTestS3, type TestS3 } from '../../../testing/servers/test-s3.ts';
import { createPartRows } from './upload-parts.store.ts';

let s3: TestS3;
let database: TestDatabase;
let folder: string;
let adminId: number;
beforeAll(async () => {
  [s3, database] = await Promise.all([startTestS3(), createTestDatabase()]);
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-parts-'));
  const { id } = await database.db
    .insertInto('users')
    .values({ username: 'someone', password_hash: '', user_type: 'ADMIN', admin_role: 'ADMIN' })
    .returning('id')
    .executeTakeFirstOrThrow();
  adminId = id;
});
afterAll(async () => {
  await s3.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await s3.objects.delete(await s3.keys());
  await sql`delete from upload_parts`.execute(database.db);
});

async function begin(): Promise<string> {
  const id = randomBytes(16).toString('hex');
  await sql`insert into admin_uploads (id, admin_id, sha256, size)
    values (${id}, ${adminId}, ${randomBytes(32).toString('hex')}, 10)`.execute(database.db);
  return id;
}

/** Opens the parts as one server would. */
const serverParts = (name: string) =>
  createS3Parts(s3.objects, createPartRows(database.db), createTemporaryPaths(join(folder, name)));

describe('parts of uploads in S3', () => {
  testUploadParts(async () => ({ parts: serverParts('one'), begin }));
});

/** The temporary files of the server that dies. */
const incoming = () => readdir(join(folder, 'dying', 'blobs', 'incoming')).catch(() => []);

const textOf = async (source: string | Readable) => (typeof source === 'string' ? source : await text(source));

describe('parts of one upload that arrive at two servers', () => {
  it('are one file', async () => {
    const [one, two] = [serverParts('one'), serverParts('two')];
    const id = await begin();
    await one.append({ id, offset: 0, bytes: Readable.from([Buffer.from('abc')]) });
    expect(await two.received(id)).toBe(3);
    await two.append({ id, offset: 3, bytes: Readable.from([Buffer.from('def')]) });
    await one.append({ id, offset: 6, bytes: Readable.from([Buffer.from('ghi')]) });
    expect(await textOf(await two.source(id))).toBe('abcdefghi');
    await two.settle(id);
    expect([await s3.keys(), await one.received(id), await one.list()]).toEqual([[], 0, []]);
  });

  it('win once at each offset, and leave nothing of who lost', async () => {
    const servers = Array.from({ length: 6 }, (_, place) => serverParts(String(place)));
    const id = await begin();
    const results = await Promise.allSettled(
      servers.map((parts, place) =>
        parts.append({ id, offset: 0, bytes: Readable.from([Buffer.from(`from ${place}`)]) }),
      ),
    );
    const won = results.flatMap(({ status }, place) => (status === 'fulfilled' ? [place] : []));
    expect(won).toHaveLength(1);
    const lost = results.filter((result) => result.status === 'rejected');
    for (const { reason } of lost) expect(reason).toBeInstanceOf(PartConflict);
    expect(await textOf(await serverParts('one').source(id))).toBe(`from ${won[0]}`);
    expect(await s3.keys()).toHaveLength(1);
  });

  it.each([
    ['ahead', 5],
    ['over what is there', 1],
  ])('are refused %s', async (_, offset) => {
    const parts = serverParts('one');
    const id = await begin();
    await parts.append({ id, offset: 0, bytes: Readable.from([Buffer.from('abc')]) });
    await expect(parts.append({ id, offset, bytes: Readable.from([Buffer.from('x')]) })).rejects.toThrow(PartConflict);
    expect([await parts.received(id), (await s3.keys()).length]).toEqual([3, 1]);
  });

  it('are refused for an upload that is gone', async () => {
    const parts = serverParts('one');
    const id = await begin();
    await sql`delete from admin_uploads where id = ${id}`.execute(database.db);
    await expect(parts.append({ id, offset: 0, bytes: Readable.from([Buffer.from('x')]) })).rejects.toThrow(
      PartConflict,
    );
    expect(await s3.keys()).toEqual([]);
  });
});

describe('what a server leaves when it dies', () => {
  it('is listed without a row, and deleted with the upload', async () => {
    const parts = serverParts('one');
    const id = await begin();
    await s3.objects.put(`parts/${id}/000000000000000-dead`, { body: Buffer.from('x') });
    expect([await parts.received(id), await parts.list()]).toEqual([0, [id]]);
    await parts.delete(id);
    expect(await s3.keys()).toEqual([]);
  });

  it('is its temporary file, which the next start deletes', async () => {
    const id = await begin();
    await serverParts('dying').append({ id, offset: 0, bytes: Readable.from([Buffer.from('x')]), size: 1 });
    expect(await incoming()).toHaveLength(1);
    expect(await serverParts('dying').received(id)).toBe(0);
    expect(await incoming()).toEqual([]);
  });
});
