import { groupRule, type GroupRule } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/servers/test-database.ts';
import { testNode } from '../../../testing/test-node.ts';
import { renewNode } from '../../../shared/presence/presence.store.ts';
import { countMatching } from './groups.store.ts';

let database: TestDatabase;
const node = '0e9fb9f0-0000-4000-8000-000000000001';

interface Phone {
  appVersion?: string;
  osName?: string;
  email?: string | null;
  joinedAt?: string;
  capabilities?: string[];
  paused?: boolean;
  online?: boolean;
  left?: boolean;
  /** The admin whose rule it is may not read device details. */
  blind?: boolean;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await renewNode(database.db, testNode(node), 600_000);
});
afterAll(() => database.close());

/** Inserts one phone in the scope of an admin of its own and says whether it matches their rule. */
async function matches(rule: GroupRule, phone: Phone): Promise<boolean> {
  const { db } = database;
  const {
    appVersion = '1.0',
    osName = 'Android',
    email = 'ada@example.com',
    joinedAt = '2026-05-05T12:00:00Z',
  } = phone;
  const { rows } = await sql<{ id: number }>`
    insert into users (username, user_type, admin_role, email) values (gen_random_uuid()::text, 'USER', 'NON_ADMIN', ${email})
    returning id`.execute(db);
  const {
    rows: [admin],
  } = await sql<{ id: number }>`
    with admin as (
      insert into users (username, user_type, admin_role) values (gen_random_uuid()::text, 'ADMIN', 'ADMIN') returning id
    ), permitted as (
      insert into feature_access (user_id, feature_permission, feature_access)
      select id, 'DEVICE_INFO', ${phone.blind ? 'NO_ACCESS' : 'READ_ONLY'} from admin
    )
    select id from admin`.execute(db);
  await sql`
    with joined as (
    insert into devices (unique_uuid, user_id, token_hash, name, model, os_name, os_version, app_name, app_version, capabilities,
      joined_at, paused_at, left_at, gateway_node_id)
    values (gen_random_uuid(), ${rows[0]?.id}, uuid_send(gen_random_uuid()), 'Phone', 'Model', ${osName}, '16', 'App', ${appVersion},
      ${phone.capabilities ?? []}::text[], ${joinedAt}, ${phone.paused ? new Date() : null}, ${phone.left ? new Date() : null},
      ${phone.online ? node : null}) returning id
    )
    insert into device_assignments (user_id, device_id) select ${admin?.id}, id from joined`.execute(db);
  return (await countMatching(db, { userId: admin?.id ?? 0, allDevices: false }, rule)) === 1;
}

describe('a rule of a group', () => {
  it.each([
    ['1.2.9', true],
    ['1.2.10', false],
    ['1.2.10.0', false],
    ['1.2', true],
    ['1.10', false],
    ['0.9.99', true],
    ['v1.2.9', true],
    ['1.2.9-beta', true],
    ['2', false],
    ['99999999999999999999.1', false],
    ['beta', false],
    ['', false],
  ])('compares versions number by number: %s below 1.2.10 is %s', async (appVersion, expected) => {
    expect(await matches({ appVersionBelow: '1.2.10' }, { appVersion })).toBe(expected);
  });

  it.each([
    ['1.2', true],
    ['1.2.0', true],
    ['1.2.1', false],
    ['1.20', false],
  ])('compares versions number by number: %s is 1.2.0: %s', async (appVersion, expected) => {
    expect(await matches({ appVersionIs: '1.2.0' }, { appVersion })).toBe(expected);
  });

  it('knows the operating system only of those who share device details and do not pause', async () => {
    const rule = { osName: 'ANDR' };
    expect(await matches(rule, { capabilities: ['DEVICE_INFO'] })).toBe(true);
    expect(await matches(rule, { capabilities: ['DEVICE_INFO'], osName: 'iOS' })).toBe(false);
    expect(await matches(rule, { capabilities: ['CONTACTS'] })).toBe(false);
    expect(await matches(rule, { capabilities: ['DEVICE_INFO'], paused: true })).toBe(false);
    expect(await matches(rule, { capabilities: ['DEVICE_INFO'], blind: true })).toBe(false);
    // The text of a rule is no pattern.
    expect(await matches({ osName: '%' }, { capabilities: ['DEVICE_INFO'] })).toBe(false);
  });

  it('takes all capabilities that it names to be shared now', async () => {
    const rule: GroupRule = { shares: ['CONTACTS', 'SMS'] };
    expect(await matches(rule, { capabilities: ['SMS', 'CONTACTS', 'FILES'] })).toBe(true);
    expect(await matches(rule, { capabilities: ['CONTACTS'] })).toBe(false);
    expect(await matches(rule, { capabilities: ['SMS', 'CONTACTS'], paused: true })).toBe(false);
  });

  it.each([
    ['ada@example.com', true],
    ['ada@EXAMPLE.com', true],
    ['ada@sub.example.com', false],
    ['ada@notexample.com', false],
    ['"a@example.com"@other.org', false],
    [null, false],
  ])("compares the domain of the person's address: %s is %s", async (email, expected) => {
    expect(await matches({ emailDomain: '@Example.COM' }, { email })).toBe(expected);
    expect(await matches({ emailDomain: '@' }, { email })).toBe(false);
  });

  it('counts the day of joining in UTC', async () => {
    const rule = { joinedSince: '2026-05-05' };
    expect(await matches(rule, { joinedAt: '2026-05-05T00:00:00Z' })).toBe(true);
    expect(await matches(rule, { joinedAt: '2026-05-04T23:59:59Z' })).toBe(false);
  });

  it('goes by the status, and never finds a device that has left', async () => {
    expect(await matches({ status: 'Online' }, { online: true })).toBe(true);
    expect(await matches({ status: 'Offline' }, { online: true })).toBe(false);
    expect(await matches({ status: 'Offline' }, {})).toBe(true);
    expect(await matches({ status: 'Offline' }, { left: true })).toBe(false);
  });

  it('holds when all of its conditions hold, and needs one', async () => {
    const rule: GroupRule = { appVersionBelow: '2', shares: ['CONTACTS'], emailDomain: 'example.com' };
    expect(await matches(rule, { capabilities: ['CONTACTS'] })).toBe(true);
    expect(await matches(rule, { capabilities: ['CONTACTS'], appVersion: '2.0' })).toBe(false);
    expect(groupRule.safeParse({}).success).toBe(false);
    expect(groupRule.safeParse({ appVersionIs: '1.2.x' }).success).toBe(false);
  });
});
