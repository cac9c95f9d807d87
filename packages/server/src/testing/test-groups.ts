import { sql } from 'kysely';
import type { TestAdmin, TestServer } from './servers/test-server.ts';

/** Inserts a group of an admin. */
export async function insertGroup(
  { services }: TestServer,
  { userId }: Pick<TestAdmin, 'userId'>,
  name: string,
  rule: object | null = null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into groups (owner_id, name, colour, rule)
    values (${userId}, ${name}, 'blue', ${rule && JSON.stringify(rule)}::jsonb) returning id`.execute(services.db);
  return rows[0]?.id ?? 0;
}

/** Makes an account report to an admin. */
export async function putBelow({ services }: TestServer, below: TestAdmin, above: TestAdmin): Promise<void> {
  await sql`update users set reports_to = ${above.userId} where id = ${below.userId}`.execute(services.db);
}
