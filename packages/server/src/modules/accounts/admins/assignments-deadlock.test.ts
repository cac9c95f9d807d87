import { createHash, randomUUID } from 'node:crypto';
import { seededRandom } from '@fairwatch/device';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDevices, recordSightings, renewNode } from '../../../shared/presence/presence.store.ts';
import { recountFleet } from '../../../shared/device-state/fleet-counts.store.ts';
import { createAdminAccount } from '../accounts.store.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/servers/test-database.ts';
import { testNode } from '../../../testing/test-node.ts';
import { testFacts } from '../../../testing/test-device.ts';
import { deleteAssignments, insertAssignments } from './assignments.store.ts';

const people = 12;
const rounds = 25;
const nodeId = randomUUID();
const random = seededRandom('assignments-beside-arrivals');

let database: TestDatabase;
let adminId: number;
let devices: { id: number; tokenHash: Buffer }[];

/** Each person has two devices, so that a change of one and an assignment of the other lock the same counters. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  adminId = await createAdminAccount(db, { username: 'assigned', password: 'secret-lantern-9', adminRole: 'ADMIN' });
  await renewNode(db, testNode(nodeId), 600_000);
  await sql`
    insert into users (username, user_type, admin_role)
    select 'p-' || n, 'USER', 'NON_ADMIN' from generate_series(1, ${people}::int) as n`.execute(db);
  const hashes = Array.from({ length: 2 * people }, (_, place) => createHash('sha256').update(`${place}`).digest());
  const { rows } = await sql<{ id: number; tokenHash: Buffer }>`
    insert into devices (unique_uuid, user_id, token_hash, name, model, os_name, os_version, app_name, app_version)
    select gen_random_uuid(), u.id, t.hash, 'Phone', 'Model', 'Android', '16', 'App', '1'
    from unnest(${hashes}::bytea[]) with ordinality as t (hash, n)
      join users u on u.username = 'p-' || 1 + (n * 7) % ${people}::int
    returning id, token_hash as "tokenHash"`.execute(db);
  devices = rows;
});
afterAll(() => database.close());

const shuffled = () => devices.toSorted(() => random.int(0, 1) * 2 - 1);

/** Half of the devices connect with another app version. */
async function arrive(round: number): Promise<void> {
  const facts = { ...testFacts, appVersion: `1.0.${round}` };
  const arrivals = shuffled().slice(people);
  await connectDevices(
    database.db,
    nodeId,
    arrivals.map(({ tokenHash }) => ({
      tokenHash,
      facts,
      address: '',
      logHead: null,
      platform: null,
      offers: null,
      timeZone: null,
      language: null,
    })),
  );
}

/** Half of the connected devices report another version. */
async function report(round: number): Promise<void> {
  const vitals = {
    hasVitals: true,
    batteryPercent: 50,
    charging: false,
    network: 'WIFI',
    noticeShown: true,
    inCall: null,
  };
  const seen = { ...vitals, seenAt: new Date(), appVersion: `2.0.${round}` };
  const sightings = shuffled().slice(people);
  await recordSightings(
    database.db,
    nodeId,
    sightings.map(({ id }) => Object.assign({ deviceId: id, epoch: 1 }, seen)),
    { gone: false },
  );
}

/** Writes presence sequentially, as the gateway does. */
async function writePresence(round: number): Promise<void> {
  await arrive(round);
  await report(round);
}

async function assignSome(round: number): Promise<void> {
  const ids = shuffled().map(({ id }) => id);
  const change = round % 2 === 0 ? insertAssignments : deleteAssignments;
  await database.db.transaction().execute((transaction) => change(transaction, adminId, ids));
}

async function renameAll(round: number): Promise<void> {
  for (let person = 1; person <= people; person += 1) {
    await sql`update users set nickname = ${`n${round}`} where username = ${`p-${person}`}`.execute(database.db);
  }
}

it('devices that change their version while they are assigned cause no deadlock', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const ends = await Promise.allSettled([writePresence(round), assignSome(round), renameAll(round)]);
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
  }
  expect(await recountFleet(database.db)).toBe(0);
});
