import { contacts } from '@fairwatch/contract';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestServer } from '../../testing/servers/use-server.ts';
import { insertDevices } from '../../testing/test-runs.ts';
import { insertCommands } from './commands.store.ts';

const server = useTestServer();
/** So many that reading all of them is cheaper than looking up 200, which is what the planner expects of rows it cannot count. */
const accounts = 5000;

it('reads the accounts of those who ask, however many there are', async () => {
  const [device] = await insertDevices(server, 1);
  const { db } = server.services;
  await sql`
    insert into users (username, email, user_type, admin_role)
    select 'crowd-' || n, 'crowd-' || n || '@example.org', 'USER', 'NON_ADMIN' from generate_series(1, ${accounts}::int) as n`.execute(
    db,
  );
  await sql`analyze users`.execute(db);
  const read = await db.transaction().execute(async (transaction) => {
    const queued = await insertCommands(transaction, [
      {
        deviceId: device?.deviceId ?? 0,
        commandType: 'UPDATE_CONTACTS',
        capability: 'CONTACTS',
        requestedBy: server.admin.userId,
        subject: contacts.update.path,
        deadlineMs: 60_000,
        params: {},
      },
    ]);
    expect(queued).toMatchObject([{ command: { stepType: 'QUEUED' } }]);
    const { rows } = await sql<{ read: number }>`
      select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
      where relname = 'users'`.execute(transaction);
    return rows[0]?.read;
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(accounts / 50);
});
