import { randomUUID } from 'node:crypto';
import { limits, startRun, type RunAction } from '@fairwatch/contract';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../../shared/schema/schema.ts';
import { findFreeDevices, findNextCommands } from '../../modules/devices/runs/items/candidates.store.ts';
import { holdLocks, lockWaits } from '../../testing/hold-locks.ts';
import { insertDevices, selected, updateContacts, useRuns } from '../../testing/test-runs.ts';
import { joinDevice } from '../../testing/test-device.ts';
import type { TestAdmin } from '../../testing/servers/test-server.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';

const server = useTestServer();
const runs = useRuns(server);

/** Inserts a run with so many waiting items for each of these devices, as one started by this admin is stored. */
async function insertWaiting(
  { userId }: Pick<TestAdmin, 'userId'>,
  deviceIds: readonly number[],
  { each, bytes = 0, db = server.services.db }: { each: number; bytes?: number; db?: Database },
): Promise<void> {
  await sql`
    with run as (
      insert into runs (client_id, action, title, requested_by, devices, bytes)
      values (gen_random_uuid(), 'UPDATE', 'Update', ${userId}, ${deviceIds.length}, ${bytes}) returning id
    )
    insert into run_items (run_id, requested_by, device_id, kind, command_type, capability, turn)
    select run.id, ${userId}, d.id, 'COMMAND', 'UPDATE_CONTACTS', 'CONTACTS', turn
    from run, unnest(${deviceIds}::bigint[]) as d (id), generate_series(1, ${each}) as turn order by turn, d.id`.execute(
    db,
  );
}

async function crowd(count: number) {
  const many = (await insertDevices(server, count)).map(({ deviceId }) => deviceId);
  const admin = await server.createAdmin({ access: 'FULL_ACCESS' });
  await sql`insert into device_assignments (user_id, device_id)
    select ${admin.userId}, unnest(${many}::bigint[])`.execute(server.services.db);
  return { admin, many };
}

const codeOf = async (input: { selection: ReturnType<typeof selected>; action: RunAction }, { token }: TestAdmin) =>
  (await server.api(startRun, { clientId: randomUUID(), ...input }, token)).errorCode;

it("30,000 items of one admin do not keep the owner's run for one of their devices waiting", async () => {
  const { admin, many } = await crowd(60);
  await insertWaiting(admin, many, { each: 500 });
  const deviceId = many.at(-1) ?? 0;
  const { db, bus } = server.services;
  bus.publish('runChanged', {});
  // Every device works on something of the other admin.
  const open = async () =>
    (await sql`select from commands where device_id = any(${many}::bigint[]) and finished_at is null`.execute(db)).rows;
  await expect.poll(async () => (await open()).length).toBe(60);
  const { id } = await runs.start({ selection: selected({ deviceId }), action: updateContacts });
  await runs.answer({ deviceId });
  // The other admin has had their turn; this one is the owner's, before 499 others.
  await runs.reach(id, 'OPEN');
  await runs.answer({ deviceId });
  expect((await runs.finished(id)).counts).toMatchObject({ DONE: 1 });
});

it('the free devices of each admin are in the first round, however many another one has', async () => {
  const { admin, many } = await crowd(600);
  const small = await crowd(1);
  // In a transaction that is undone, so that the feeder never sees them.
  const undone = server.services.db.transaction().execute(async (db) => {
    await insertWaiting(admin, many, { each: 1, db });
    await insertWaiting(small.admin, small.many, { each: 1, db });
    const cursors = [admin, small.admin].map(({ userId }) => ({ userId, after: 0 }));
    const round = await findFreeDevices(db, cursors, 250);
    expect(round.filter(({ userId }) => userId === admin.userId)).toHaveLength(250);
    expect(round.filter(({ userId }) => userId === small.admin.userId).map(({ id }) => id)).toEqual(small.many);
    expect(await findNextCommands(db, small.many)).toMatchObject([
      { deviceId: small.many[0], requestedBy: small.admin.userId },
    ]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
});

it('an admin cannot fill the queue of a device, and others still have room', async () => {
  const { admin, many } = await crowd(1);
  const [deviceId = 0] = many;
  const selection = selected({ deviceId });
  await insertWaiting(admin, many, { each: limits.run.openItemsPerDevice });
  expect(await codeOf({ selection, action: updateContacts }, admin)).toBe('device_full');
  expect(await codeOf({ selection, action: updateContacts }, server.admin)).toBe('');
  await insertWaiting(admin, many, { each: limits.run.openItemsOfDevice });
  expect(await codeOf({ selection, action: updateContacts }, server.admin)).toBe('device_full');
  await sql`update run_items set state = 'CANCELLED', finished_at = now() where device_id = ${deviceId}`.execute(
    server.services.db,
  );
});

it('an admin cannot fill the queue of a device with runs that start at the same moment either', async () => {
  const { admin, many } = await crowd(1);
  const { db } = server.services;
  const selection = selected({ deviceId: many[0] ?? 0 });
  await insertWaiting(admin, many, { each: limits.run.openItemsPerDevice - 1 });
  // Nothing can be stored until each start has come as far as it gets.
  const release = await holdLocks(db, (transaction) =>
    sql`lock table runs in share row exclusive mode`.execute(transaction),
  );
  const starts = [1, 2, 3].map(() => codeOf({ selection, action: updateContacts }, admin));
  await lockWaits(db, starts.length);
  await release();
  expect((await Promise.all(starts)).toSorted()).toEqual(['', 'device_full', 'device_full']);
  await sql`update run_items set state = 'CANCELLED', finished_at = now() where device_id = any(${many}::bigint[])`.execute(
    db,
  );
});

it('what runs store is bounded for each run, and for all open runs of an admin', async () => {
  const { admin, many } = await crowd(1);
  const [deviceId = 0] = many;
  const selection = selected({ deviceId });
  const { db } = server.services;
  const wide: RunAction = { action: 'NOTIFY', title: 'Title', message: 'x'.repeat(1000), type: 'INFO' };
  await insertWaiting(admin, many, { each: 1, bytes: limits.run.openBytes - 500 });
  expect(await codeOf({ selection, action: wide }, admin)).toBe('run_too_large');
  expect(await codeOf({ selection, action: updateContacts }, admin)).toBe('');
  await sql`update runs set bytes = 0 where requested_by = ${admin.userId}`.execute(db);
  const device = await joinDevice(server, { ownerId: admin.userId });
  const paths = Array.from({ length: 3 }, (_, place) => `Letters/${place}.txt`);
  const { id } = await runs.start(
    { selection: selected(device), action: { action: 'SEND_FILES', paths } },
    admin.token,
  );
  const { rows } = await sql<{ bytes: number; stored: number }>`
    select r.bytes::int as bytes, (
      select sum(octet_length(i.params::text) + octet_length(i.details::text))::int from run_items i where i.run_id = r.id) as stored
    from runs r where r.id = ${id}`.execute(db);
  // JSON that PostgreSQL writes has a space after each colon and comma.
  expect(rows[0]?.bytes).toBeGreaterThan(0.8 * (rows[0]?.stored ?? 0));
  expect(rows[0]?.bytes).toBeLessThanOrEqual(rows[0]?.stored ?? 0);
});
