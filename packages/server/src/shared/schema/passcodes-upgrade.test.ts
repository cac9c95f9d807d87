import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/test-database.ts';
import { createTables, readMigrations } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterAll(() => database.close());

it('an installation from before passcodes had a person keeps them: for nobody in particular, for their creator, each a batch', async () => {
  const { db } = database;
  const steps = await readMigrations();
  const place = steps.findIndex(({ name }) => name.startsWith('0075'));
  await db.transaction().execute((transaction) => createTables(transaction, steps.slice(0, place)));
  await sql`
    insert into users (username, user_type, admin_role, password_hash) values ('root', 'ADMIN', 'SUPER_ADMIN', 'x')`.execute(
    db,
  );
  await sql`
    insert into passcodes (code, created_by, expires_at, guardian)
    select code, u.id, now() + interval '1 day', 'Ines' from users u, unnest(array['AAAA2222', 'BBBB3333']) as t (code)`.execute(
    db,
  );
  await sql.raw(steps[place]?.text ?? '').execute(db);
  const { rows } = await sql`
    select code, guardian, name, email, group_id, admin_id, batch_id, reminded_at from passcodes order by id`.execute(
    db,
  );
  const unnamed = { guardian: 'Ines', name: '', email: '', group_id: null, admin_id: null, reminded_at: null };
  expect(rows).toEqual([
    { code: 'AAAA2222', ...unnamed, batch_id: 1 },
    { code: 'BBBB3333', ...unnamed, batch_id: 2 },
  ]);
});
