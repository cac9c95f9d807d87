import { sql } from 'kysely';
import type { PartRows, StoredPart } from '../../../core/blobs/s3/s3-parts.ts';
import type { Database } from '../../../shared/schema/schema.ts';

/** The rows of parts that lie in S3. All queries use the primary key (`upload_id`, `start`). */
export function createPartRows(db: Database): PartRows {
  return {
    async received(uploadId) {
      const { rows } = await sql<{ received: number }>`select ${receivedOf(uploadId)} as received`.execute(db);
      return rows[0]?.received ?? 0;
    },

    // Two servers that add a part at the same offset meet at the primary key. One that adds a part further on does not see the
    // part before it until that is committed, and is refused.
    async add({ uploadId, start, size, key }) {
      const { rows } = await sql`
        insert into upload_parts (upload_id, start, size, key)
        select ${uploadId}::text, ${start}::bigint, ${size}::bigint, ${key}::text
        where ${receivedOf(uploadId)} = ${start}::bigint and (
          exists (select from uploads where id = ${uploadId} and finished_at is null)
          or exists (select from admin_uploads where id = ${uploadId}))
        on conflict (upload_id, start) do nothing returning start`.execute(db);
      return rows.length > 0;
    },

    async list(uploadId) {
      const { rows } = await sql<StoredPart>`
        select upload_id as "uploadId", start, size, key from upload_parts
        where upload_id = ${uploadId} order by start`.execute(db);
      return rows;
    },

    async delete(uploadId) {
      const { rows } = await sql<{ key: string }>`
        delete from upload_parts where upload_id = ${uploadId} returning key`.execute(db);
      return rows.map(({ key }) => key);
    },

    async listUploads() {
      const { rows } = await sql<{ id: string }>`select distinct upload_id as id from upload_parts`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}

/** The end of the last part, which is the first entry of a backward scan of the primary key. */
function receivedOf(uploadId: string) {
  return sql`coalesce((
    select start + size from upload_parts where upload_id = ${uploadId} order by start desc limit 1), 0)`;
}
