import { createHmac, randomUUID } from 'node:crypto';
import { noticeVersion } from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, testAuditKeys, type TestDatabase } from '../../../testing/servers/test-database.ts';
import { accessChain } from '../access-log.store.ts';
import { connectDatabase } from '../../../core/database/connect.ts';
import type { Vault } from '../../../core/vault.ts';
import type { Database } from '../../schema/schema.ts';
import { eraseThoseWhoLeft } from '../../../modules/devices/person/erase-device.ts';
import { appendAudit } from '../audit.store.ts';
import { verifyAudit, verifyChain } from './audit-verify.ts';

const vault = { auditKey: testAuditKeys } as Vault;

async function openDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  return database;
}

/** Inserts a person's device. */
async function insertDevice({ db }: TestDatabase): Promise<{ deviceId: number; userId: number }> {
  const { rows } = await sql<{ deviceId: number; userId: number }>`
    with person as (
      insert into users (username, user_type, admin_role) values (${`person-${randomUUID()}`}, 'USER', 'NON_ADMIN') returning id
    )
    insert into devices (unique_uuid, user_id, name, model, os_name, os_version, app_name, app_version)
    select gen_random_uuid(), id, 'Phone', 'm', 'o', '1', 'a', '1' from person
    returning id as "deviceId", user_id as "userId"`.execute(db);
  const [device] = rows;
  if (!device) throw new Error('The device was not inserted.');
  return device;
}

const entryOf = (deviceId: number, place: string) =>
  ({ deviceId, actorId: 7, actorName: 'admin', action: 'READ', subject: '/test', details: { object: place } }) as const;

/** Inserts an entry as the version before the keys did. */
async function insertOldEntry(
  db: Database,
  { deviceId, actorId, actorName, action, subject, details }: Record<keyof ReturnType<typeof entryOf>, unknown>,
): Promise<void> {
  await sql`
    with entry as (
      insert into audit_entries
        (device_id, sequence, recorded_at, actor_id, actor_name, action, subject, details, previous_hash, hash)
      select h.device_id, h.sequence + 1, now(), ${actorId}::bigint, ${actorName}, ${action}, ${subject}, ${JSON.stringify(details)},
        h.hash, audit_hash(h.device_id, h.sequence + 1, now(), ${actorId}::bigint, ${actorName}, ${action}, ${subject},
          ${JSON.stringify(details)}::jsonb, h.hash)
      from audit_heads h where h.device_id = ${deviceId} returning *
    )
    update audit_heads h set sequence = e.sequence, hash = e.hash from entry e where h.device_id = e.device_id`.execute(
    db,
  );
}

/** Inserts an entry into the access log as the version before the keys did. */
async function insertOldAccess(db: Database, deviceId: number): Promise<void> {
  await sql`
    insert into access_entries
      (id, recorded_at, actor_id, actor_name, action, account_id, account_name, before, after, previous_hash, hash)
    values (1, now(), 1, 'owner', 'ASSIGN', 2, 'clerk', '{"devices": 0}',
      jsonb_build_object('devices', 1, 'assigned', jsonb_build_array(${`${deviceId} Petra's phone`}::text)), '', '')`.execute(
    db,
  );
  await sql`update access_entries a set hash = access_hash(a)`.execute(db);
  await sql`update access_head set sequence = 1, hash = (select hash from access_entries)`.execute(db);
}

/** Makes a database with entries of the version before the keys, whose ends are sealed, as its upgrade left it. */
async function upgraded() {
  const database = await openDatabase();
  const { db } = database;
  const old = await insertDevice(database);
  const quiet = await insertDevice(database);
  const own = { actorId: old.userId, actorName: 'Petra', action: 'PAUSE' };
  await db.transaction().execute(async (transaction) => {
    // Without the triggers, which would write entries with a key.
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const place of ['one', 'two', 'three']) await insertOldEntry(transaction, entryOf(old.deviceId, place));
    await insertOldEntry(transaction, { ...entryOf(old.deviceId, 'mine'), ...own });
    await insertOldAccess(transaction, old.deviceId);
    await sql`
      insert into audit_old_heads (device_id, sequence, hash, key_day, seal)
      select device_id, sequence, hash, day, audit_mac(convert_to(sized('old-head') || sized(device_id::text)
        || sized(sequence::text) || sized(encode(hash, 'hex')) || sized(to_char(day, 'YYYY-MM-DD')), 'UTF8'))
      from (
        select device_id, sequence, hash, demand_audit_key() as day from audit_heads where sequence > 0
        union all select 0, sequence, hash, demand_audit_key() from access_head where sequence > 0
      ) as old`.execute(transaction);
  });
  return { database, db, old, quiet };
}

/** Inserts a device with one entry. */
async function withEntry() {
  const database = await openDatabase();
  const device = await insertDevice(database);
  await appendAudit(database.db, entryOf(device.deviceId, 'one'));
  return { db: database.db, ...device };
}

describe('the key of the log', () => {
  it('makes the same HMAC in the database as anywhere else', async () => {
    const { db } = await openDatabase();
    const { rows } = await sql<{ mac: Buffer; day: string }>`
      select audit_mac(convert_to('ünï 🙂', 'UTF8')) as mac, current_setting('fairwatch.audit_day') as day`.execute(db);
    const [made] = rows;
    const expected = createHmac('sha256', testAuditKeys(made?.day ?? ''))
      .update('ünï 🙂')
      .digest('hex');
    expect(made?.mac.toString('hex')).toBe(expected);
  });

  it('is needed to write: without it an entry, a command and a change of access fail loudly', async () => {
    const database = await openDatabase();
    const { deviceId, userId } = await insertDevice(database);
    const keyless = connectDatabase(database.connection);
    onTestFinished(() => keyless.close());
    const refusal = 'this connection has no audit key';
    await expect(appendAudit(keyless.db, entryOf(deviceId, 'one'))).rejects.toThrow(refusal);
    await expect(
      sql`insert into commands (device_id, command_type, requested_by, expires_at)
        values (${deviceId}, 'UPDATE_CONTACTS', ${userId}, now())`.execute(keyless.db),
    ).rejects.toThrow(refusal);
    await expect(
      sql`insert into access_entries (actor_id, actor_name, action, account_id, account_name, before, after)
        values (1, 'a', 'BLOCK', 2, 'b', '{}', '{}')`.execute(keyless.db),
    ).rejects.toThrow(refusal);
    expect(await verifyAudit({ db: database.db, vault }, deviceId)).toMatchObject({ entries: 0, faults: [] });
  });

  it('is in no statement, so that PostgreSQL shows it nowhere', async () => {
    const database = await openDatabase();
    const { deviceId } = await insertDevice(database);
    await appendAudit(database.db, entryOf(deviceId, 'one'));
    const { rows } = await sql<{ shown: string }>`
      select coalesce(string_agg(query, ' '), '') as shown from pg_stat_activity`.execute(database.db);
    expect(rows[0]?.shown).not.toMatch(/audit_inner=|[0-9a-f]{128}/);
  });

  it('is joined to what the address of the database asks for itself', async () => {
    const database = await openDatabase();
    const { deviceId } = await insertDevice(database);
    const day = new Date().toISOString().slice(0, 10);
    const settings = () => ({
      'fairwatch.audit_day': day,
      'fairwatch.audit_inner': '00',
      'fairwatch.audit_outer': '00',
    });
    const connectionString = `${database.url}?options=-c%20application_name%3Dnamed`;
    const named = connectDatabase({ connectionString }, { settings });
    onTestFinished(() => named.close());
    await appendAudit(named.db, entryOf(deviceId, 'one'));
    const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(named.db);
    expect(rows).toEqual([{ name: 'named' }]);
    // The entry is written with another key than ours.
    expect((await verifyAudit({ db: database.db, vault }, deviceId)).faults).toMatchObject([{ problem: 'changed' }]);
  });
});

describe('a data folder of the version before the keys', () => {
  it('keeps its entries, which verify as before, and new ones are linked to them', async () => {
    const { db, old, quiet } = await upgraded();
    expect(await verifyAudit({ db, vault }, old.deviceId)).toMatchObject({ entries: 4, keyed: 0, faults: [] });
    await appendAudit(db, entryOf(old.deviceId, 'five'));
    await appendAudit(db, entryOf(quiet.deviceId, 'one'));
    expect(await verifyAudit({ db, vault }, old.deviceId)).toMatchObject({ entries: 5, keyed: 1, faults: [] });
    expect(await verifyAudit({ db, vault }, quiet.deviceId)).toMatchObject({ entries: 1, keyed: 1, faults: [] });
    expect(await verifyChain(accessChain(db), vault.auditKey)).toMatchObject({ entries: 1, keyed: 0, faults: [] });
  });

  it('shows when an old entry is written anew, although it has no key of its own', async () => {
    const { db, old } = await upgraded();
    await sql`alter table audit_entries disable trigger user`.execute(db);
    await sql`update audit_entries set actor_name = 'nobody' where sequence = 4`.execute(db);
    await sql`update audit_entries a set hash = audit_hash(a) where sequence = 4`.execute(db);
    await sql`alter table audit_heads disable trigger user`.execute(db);
    await sql`update audit_heads h set hash = a.hash from audit_entries a
      where a.device_id = h.device_id and a.sequence = 4`.execute(db);
    const { faults } = await verifyAudit({ db, vault }, old.deviceId);
    expect(faults).toMatchObject([{ from: 4, explanation: 'it is not the entry after which the keys began' }]);
  });

  it('loses the details of who leaves from old entries too, and still verifies', async () => {
    const { db, old } = await upgraded();
    await sql`insert into consents (device_id, person, notice_version, notice_hash, language, capabilities, how)
      values (${old.deviceId}, 'Petra', ${noticeVersion}, 'h', 'en', '{}', 'JOINED_WITH_PASSCODE')`.execute(db);
    await sql`insert into notifications (user_id, kind, title, message, device_id)
      values (${old.userId}, 'DEVICE_LEFT', 'Petra left', '', ${old.deviceId})`.execute(db);
    await sql`update devices set left_at = now() where id = ${old.deviceId}`.execute(db);
    await appendAudit(db, { ...entryOf(old.deviceId, ''), action: 'LEAVE' });
    await eraseThoseWhoLeft({ db, log: { info: () => undefined } as never });
    const { rows } = await sql<{ words: string }>`
      select (select string_agg(to_json(a)::text, '') from audit_entries a where device_id = ${old.deviceId})
        || (select string_agg(to_json(c)::text, '') from consents c)
        || coalesce((select string_agg(to_json(n)::text, '') from notifications n), '')
        || (select string_agg(to_json(a)::text, '') from access_entries a) as words`.execute(db);
    expect(rows[0]?.words).not.toMatch(/Petra|two|three|mine/);
    expect(rows[0]?.words).toContain('"actor_name":"admin"');
    expect(await verifyAudit({ db, vault }, old.deviceId)).toMatchObject({ entries: 5, erased: 5, faults: [] });
    expect(await verifyChain(accessChain(db), vault.auditKey)).toMatchObject({ entries: 2, erased: 1, faults: [] });
    await sql`alter table audit_entries disable trigger user`.execute(db);
    await sql`update audit_entries set action = 'COMMAND' where device_id = ${old.deviceId} and sequence = 2`.execute(
      db,
    );
    expect((await verifyAudit({ db, vault }, old.deviceId)).faults).toMatchObject([{ from: 2, problem: 'changed' }]);
  });
});

describe('erasing', () => {
  it('is the one change that the database allows, and only for who left', async () => {
    const { db, deviceId } = await withEntry();
    for (const change of [
      'details = null',
      "details = '{}'",
      'details = null, details_salt = null',
      "actor_name = ''",
    ]) {
      await expect(sql.raw(`update audit_entries set ${change}`).execute(db)).rejects.toThrow('append-only');
    }
    const erase = sql`insert into audit_erasures (device_id) values (${deviceId})`;
    await expect(erase.execute(db)).rejects.toThrow('has not left');
    await sql`update devices set left_at = now() where id = ${deviceId}`.execute(db);
    await erase.execute(db);
    const { rows } = await sql`
      select actor_name, action, details, details_salt, octet_length(details_digest) as digest from audit_entries`.execute(
      db,
    );
    expect(rows).toEqual([{ actor_name: 'admin', action: 'READ', details: null, details_salt: null, digest: 32 }]);
    for (const change of ["details = '{}'", 'details = null', 'scheme = 1']) {
      await expect(sql.raw(`update audit_entries set ${change}`).execute(db)).rejects.toThrow('append-only');
    }
    for (const change of ['delete from audit_erasures', 'update audit_erasures set erased_at = now()']) {
      await expect(sql.raw(change).execute(db)).rejects.toThrow('append-only');
    }
  });
});
