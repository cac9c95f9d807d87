import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';
import { joinDevice } from '../../testing/test-device.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a part of the sweep that fails is logged with its name, and keeps no other part from running', async () => {
  const { db } = server.services;
  const { deviceId } = await joinDevice(server);
  await sql
    .raw(
      `create function refuse_expiry() returns trigger language plpgsql as $$ begin
        if new.step = 'EXPIRED' then raise exception 'no expiry today'; end if; return new; end $$;
      create trigger refuse_expiry before update on commands for each row execute function refuse_expiry()`,
    )
    .execute(db);
  onTestFinished(async () => {
    await sql.raw('drop trigger refuse_expiry on commands; drop function refuse_expiry()').execute(db);
  });
  await sql`
    insert into commands (device_id, command_type, requested_by, expires_at)
    values (${deviceId}, 'UPDATE_CONTACTS', ${server.admin.userId}, now() - interval '1 hour')`.execute(db);
  await sql`
    insert into gateway_nodes (id, alive_until) values (gen_random_uuid(), now() - interval '1 hour')`.execute(db);
  const deadServers = async () =>
    (await sql`select from gateway_nodes where alive_until < now() - interval '30 minutes'`.execute(db)).rows.length;
  // The last part, which runs with every fifth sweep.
  await vi.waitFor(async () => expect(await deadServers()).toBe(0));
  const failed = server.logLines.filter((line) => line.includes('gateway.sweep_failed'));
  expect(new Set(failed.map((line) => (JSON.parse(line) as { part: string }).part))).toEqual(new Set(['expiry']));
});
