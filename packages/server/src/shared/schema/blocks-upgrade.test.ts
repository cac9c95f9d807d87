import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/test-database.ts';
import { createTables, readMigrations } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterAll(() => database.close());

describe('an installation from before blocks had a role', () => {
  it('counts a block as an ADMIN’s only where the access log says so, and loses none', async () => {
    const { db } = database;
    const steps = await readMigrations();
    const place = steps.findIndex(({ name }) => name.startsWith('0045'));
    await db.transaction().execute((transaction) => createTables(transaction, steps.slice(0, place)));
    await sql`
      insert into users (username, user_type, admin_role, password_hash, blocked_at)
      select name, 'ADMIN', role, 'x', case when blocked then now() end from (values
        ('root', 'SUPER_ADMIN', false), ('former', 'NON_ADMIN', false), ('boss', 'ADMIN', false),
        ('by-root', 'ADMIN', true), ('by-former', 'ADMIN', true), ('by-boss', 'ADMIN', true),
        ('by-boss-then-root', 'ADMIN', true), ('by-nobody-known', 'ADMIN', true), ('open', 'ADMIN', false)
      ) as accounts (name, role, blocked)`.execute(db);
    const log = async (actor: string, action: string, account: string, before = '{}') => {
      await sql`
        insert into access_entries (actor_id, actor_name, action, account_id, account_name, before, after)
        select a.id, a.username, ${action}, t.id, t.username, ${before}::jsonb, '{}'
        from users a, users t where a.username = ${actor} and t.username = ${account}`.execute(db);
    };
    await log('root', 'BLOCK', 'by-root');
    await log('former', 'BLOCK', 'by-former');
    await log('root', 'REJECT', 'former', '{"adminStatus": "SUPER_ADMIN"}');
    await log('boss', 'BLOCK', 'by-boss');
    await log('boss', 'BLOCK', 'by-boss-then-root');
    await log('boss', 'UNBLOCK', 'by-boss-then-root');
    await log('root', 'BLOCK', 'by-boss-then-root');
    await sql.raw(steps[place]?.text ?? '').execute(db);
    const { rows } = await sql<{ username: string; blocked: boolean; role: string | null }>`
      select username, blocked_at is not null as blocked, blocked_by_role as role from users order by id`.execute(db);
    expect(Object.fromEntries(rows.map(({ username, blocked, role }) => [username, blocked ? role : 'open']))).toEqual({
      root: 'open',
      former: 'open',
      boss: 'open',
      'by-root': 'SUPER_ADMIN',
      'by-former': 'SUPER_ADMIN',
      'by-boss': 'ADMIN',
      'by-boss-then-root': 'SUPER_ADMIN',
      'by-nobody-known': 'SUPER_ADMIN',
      open: 'open',
    });
  });
});
