import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';
import { appendAudit } from '../audit.store.ts';
import { verifyAudit } from './audit-verify.ts';

let server: TestServer;
let deviceId: number;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ deviceId } = await joinDevice(server));
  for (const place of ['two', 'three', 'four', 'five']) await append(place);
});

async function append(place: string): Promise<void> {
  await appendAudit(server.services.db, {
    deviceId,
    actorId: server.admin.userId,
    actorName: server.admin.username,
    action: 'READ',
    subject: '/test',
    details: { place },
  });
}

const guarded = [
  ['audit_entries', 'audit_entries_append_only'],
  ['audit_entries', 'audit_entries_erasure_only'],
  ['audit_entries', 'audit_entries_chain'],
  ['audit_heads', 'audit_heads_guard'],
] as const;

/** Tampers like somebody with the database's password. `{id}` is replaced by the device. */
async function tamper(...statements: string[]): Promise<void> {
  const { db } = server.services;
  for (const [table, trigger] of guarded) {
    await sql.raw(`alter table ${table} disable trigger ${trigger}`).execute(db);
  }
  for (const statement of statements) await sql.raw(statement.replaceAll('{id}', String(deviceId))).execute(db);
  for (const [table, trigger] of guarded) {
    await sql.raw(`alter table ${table} enable trigger ${trigger}`).execute(db);
  }
}

const entry = (sequence: number) => `where device_id = {id} and sequence = ${sequence}`;
const move = (from: number, to: number) => `update audit_entries set sequence = ${to} ${entry(from)}`;
const swap = [move(2, 99), move(3, 2), move(99, 3)];
/** Hashes an entry anew, which needs the key. */
const rehash = (sequence: number) => `update audit_entries set hash = keyed_audit_hash(device_id, sequence, recorded_at,
  actor_id, by_person, actor_name, action, subject, details_digest, previous_hash) ${entry(sequence)}`;
/** Rewrites an entry without the key: under the scheme that has none, linked to the entry before. */
const rewrite = (sequence: number) => `update audit_entries a set scheme = 1, previous_hash = coalesce((
    select hash from audit_entries b where b.device_id = a.device_id and b.sequence = a.sequence - 1), ''),
  hash = audit_hash(a.device_id, a.sequence, a.recorded_at, a.actor_id, a.actor_name, a.action, a.subject, a.details, coalesce((
    select hash from audit_entries b where b.device_id = a.device_id and b.sequence = a.sequence - 1), '')) ${entry(sequence)}`;
const moveHead = `update audit_heads h set (sequence, hash) = (select sequence, hash from audit_entries e
  where e.device_id = {id} order by sequence desc limit 1) where h.device_id = {id}`;

async function faults(): Promise<string[]> {
  const verdict = await verifyAudit(server.services, deviceId);
  return verdict.faults.map(({ from, to, problem }) => `${from}-${to} ${problem}`);
}

const tampering: [what: string, statements: string[], found: string[]][] = [
  ['a changed name', [`update audit_entries set actor_name = 'x' ${entry(2)}`], ['2-2 changed']],
  ['changed details', [`update audit_entries set details = '{}' ${entry(3)}`], ['3-3 changed']],
  ['a changed time', [`update audit_entries set recorded_at = now() - interval '1 day' ${entry(1)}`], ['1-1 changed']],
  [
    'an entry rewritten with a fitting hash',
    [`update audit_entries set subject = '/nothing' ${entry(2)}`, rehash(2)],
    ['3-3 changed'],
  ],
  [
    'the last entry rewritten with a fitting hash',
    [`update audit_entries set subject = '/nothing' ${entry(5)}`, rehash(5)],
    ['5-5 changed'],
  ],
  [
    'a chain written anew without the key',
    [`update audit_entries set actor_name = 'x' ${entry(2)}`, ...[1, 2, 3, 4, 5].map(rewrite), moveHead],
    [1, 2, 3, 4, 5].map((place) => `${place}-${place} changed`),
  ],
  [
    'a digest that does not fit the details',
    [`update audit_entries set details_salt = '\\x00' ${entry(3)}`],
    ['3-3 changed'],
  ],
  [
    'details erased although nobody left',
    [`update audit_entries set details = null, details_salt = null ${entry(3)}`],
    ['3-3 changed'],
  ],
  [
    'an old day under the key of a new one',
    [`update audit_entries set recorded_at = now() - interval '3 days' ${entry(5)}`, rehash(5), moveHead],
    ['5-5 changed'],
  ],
  ['a removed entry', [`delete from audit_entries ${entry(3)}`], ['3-3 removed']],
  ['the first entry removed', [`delete from audit_entries ${entry(1)}`], ['1-1 removed']],
  ['a cut-off end', ['delete from audit_entries where device_id = {id} and sequence > 3'], ['4-5 removed']],
  ['a whole log removed', ['delete from audit_entries where device_id = {id}'], ['1-5 removed']],
  [
    'a whole log removed together with its end',
    ['delete from audit_entries where device_id = {id}', 'delete from audit_heads where device_id = {id}'],
    ['1-1 removed'],
  ],
  ['two entries swapped', swap, ['2-2 reordered', '3-3 reordered']],
  ['an entry moved to the end', [move(2, 6)], ['2-2 removed', '6-6 reordered']],
  [
    'two places',
    [`delete from audit_entries ${entry(2)}`, `update audit_entries set action = 'JOIN' ${entry(4)}`],
    ['2-2 removed', '4-4 changed'],
  ],
];

describe('tampering with the log shows:', () => {
  it.each(tampering)('%s', async (_, statements, found) => {
    expect(await faults()).toEqual([]);
    await tamper(...statements);
    expect(await faults()).toEqual(found);
  });

  it('entries swapped and hashed anew', async () => {
    await tamper(...swap, rehash(2), rehash(3));
    const found = await faults();
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toMatch(/^2-2/);
  });

  it('a cut-off end, also after the log has gone on', async () => {
    await tamper('delete from audit_entries where device_id = {id} and sequence > 3');
    await append('later');
    expect(await faults()).toEqual(['4-5 removed']);
  });

  it('a link to another entry than the one before', async () => {
    await tamper(
      `update audit_entries set previous_hash = (select hash from audit_entries ${entry(1)}) ${entry(4)}`,
      rehash(4),
    );
    expect(await faults()).toEqual(['4-4 reordered']);
  });
});

describe('an intact chain', () => {
  it('verifies while others append to it', async () => {
    const writing = Array.from({ length: 100 }, (_, place) => append(String(place)));
    const verdicts = await Promise.all(Array.from({ length: 10 }, () => verifyAudit(server.services, deviceId)));
    await Promise.all(writing);
    expect(verdicts.flatMap((verdict) => verdict.faults)).toEqual([]);
    expect(await verifyAudit(server.services, deviceId)).toMatchObject({ entries: 105, faults: [] });
  });

  it('may be longer than one page', async () => {
    await sql`insert into audit_entries (device_id, actor_name, action, subject)
      select ${deviceId}, 'x', 'READ', '/test' from generate_series(1, 2500)`.execute(server.services.db);
    expect(await verifyAudit(server.services, deviceId)).toMatchObject({ entries: 2505, faults: [] });
  });
});
