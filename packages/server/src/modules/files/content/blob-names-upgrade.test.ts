import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/servers/test-database.ts';
import { findBlobName, readBlobs, touchLooseBlob } from './blobs.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('a blob of an older version keeps its hash as name, also in its backup; one that is stored anew gets another name', async () => {
  const { db } = database;
  const [kept, other] = ['a'.repeat(64), 'b'.repeat(64)];
  await sql`
    insert into blobs (sha256, stored_as, size, mime_type, thumbnail)
    values (${kept}, ${kept}, 1, 'image/png', false)`.execute(db);
  expect(await readBlobs(db, '', 10)).toMatchObject([{ sha256: kept, storedAs: kept }]);
  const facts = { size: 1, mimeType: 'image/png', thumbnail: false };
  expect(await touchLooseBlob(db, { sha256: kept, ...facts })).toBe(kept);
  expect(await touchLooseBlob(db, { sha256: other, ...facts })).toMatch(/^b{64}\.[0-9a-f]{16}$/);
  expect(await findBlobName(db, kept)).toBe(kept);
});
