import {
  deviceFeatures,
  limits,
  type Capability,
  type DeviceFeature,
  type DeviceFeatureId,
  type DeviceRow,
} from '@fairwatch/contract';
import { fakeCollectors, planPhone, seededRandom } from '@fairwatch/device';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deviceTables } from '../../device-features.ts';
import { planOf } from '../../testing/plan-of.ts';
import { joinDevice, startDevice, type TestDevice } from '../../testing/test-device.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../testing/servers/test-server.ts';
import type { CheckedRow } from './row-table.ts';

let server: TestServer;
let owner: TestAdmin;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAdmin({ access: 'FULL_ACCESS' });
});
afterAll(() => server.close());

const fake = fakeCollectors(
  (purpose) => seededRandom(purpose),
  (collect) => async () => collect(),
  planPhone('test', 0),
);

/**
 * The calls of each kind in the specification: its Update, its history, and its list where the specification names one.
 * The kinds are eleven, since photos and videos both come with the gallery. A kind that the specification does not know is not listed.
 */
const calls: Readonly<Partial<Record<DeviceFeatureId, string>>> = {
  contacts: '7.71, 7.72, 7.73',
  'call-logs': '7.67, 7.68, 7.69',
  'calendar-events': '7.74, 7.75, 7.76',
  apps: '7.47, 7.50, 7.51',
  'app-permissions': '7.77, 7.78, 7.79',
  'device-info': '7.48, 7.52, 7.53',
  locations: '7.64, 7.65, 7.66',
  gallery: '7.80, 7.81',
  files: '7.33, 7.44',
  messages: '7.87, 7.88',
};

/** Every declared feature is tested here. Who may make its calls is tested with all others, in `access.test`. */
describe.each(Object.values(deviceFeatures) as DeviceFeature[])('$id', (feature) => {
  const table = deviceTables.find((candidate) => candidate.feature === feature);
  let device: TestDevice;
  let rows: readonly DeviceRow[];

  beforeAll(async () => {
    device = await joinDevice(server, { ownerId: owner.userId });
    // As many rows as fit on one page.
    rows = (await fake[feature.id as keyof typeof fake]()).slice(0, limits.page.maxSize);
    await table?.applyRows(server.services.db, [{ deviceId: device.deviceId, rows: rows.map(checked) }]);
  });

  function checked(row: DeviceRow): CheckedRow {
    const result = table?.checkRow(row) ?? 'The feature has no table.';
    if (typeof result === 'string') throw new Error(result);
    return result;
  }

  const list = (input: object, token = owner.token) =>
    server.api(feature.list, { deviceId: device.deviceId, ...input }, token);

  it('has a fake phone with something to share', () => {
    expect(rows.length).toBeGreaterThan(2);
  });

  const tag = ['1.1', calls[feature.id as DeviceFeatureId]].filter((numbers) => numbers !== undefined).join(', ');
  it(`[SPEC ${tag}] comes from the device by an Update, into its list and its history`, async () => {
    const joined = await joinDevice(server, { ownerId: owner.userId });
    const { deviceId } = joined;
    const few = rows.filter((row, place) => rows.findIndex(({ kind }) => kind === row['kind']) === place || place < 5);
    const client = startDevice(server, joined, { collectors: { [feature.id]: async () => few } });
    const asked = await server.api(feature.update, { deviceId }, owner.token);
    expect(asked.envelope.data).toMatchObject({ commandTypeEnum: feature.command, requestedBy: owner.username });
    await vi.waitFor(async () => {
      const { envelope } = await server.api(feature.history, { deviceId }, owner.token);
      expect(envelope.data).toMatchObject([{ id: asked.envelope.data.id, stepType: 'DONE' }]);
    });
    await client.stop();
    const { envelope } = await server.api(feature.list, { deviceId, pageSize: 500 }, owner.token);
    const [field = ''] = feature.sortBy;
    expect(envelope.data.map((row) => row[field]).toSorted()).toEqual(few.map((row) => row[field]).toSorted());
    const kinds = new Set(envelope.data.map((row) => row['kind']));
    expect(kinds).toEqual(new Set(feature.id === 'gallery' ? ['PHOTO', 'VIDEO'] : [few[0]?.['kind']]));
  });

  it('shows and commands nothing that the person does not share', async () => {
    const others = (['CONTACTS', 'DEVICE_INFO'] as Capability[]).filter((name) => name !== feature.capability);
    const reserved = await joinDevice(server, { ownerId: owner.userId, capabilities: others });
    for (const endpoint of [feature.list, feature.update]) {
      const answer = await server.api(endpoint, { deviceId: reserved.deviceId }, owner.token);
      expect([answer.status, answer.errorCode]).toEqual([403, 'consent_missing']);
    }
    const history = await server.api(feature.history, { deviceId: reserved.deviceId }, owner.token);
    expect(history.envelope.data).toEqual([]);
  });

  it('comes in pages that together are the whole', async () => {
    const pageSize = Math.ceil(rows.length / 3);
    const ids = new Set<number>();
    for (const page of [1, 2, 3]) {
      const { envelope } = await list({ page, pageSize });
      expect(envelope.meta.pagination).toMatchObject({ page, pageSize, totalItems: rows.length });
      for (const { id } of envelope.data) ids.add(id);
    }
    expect(ids.size).toBe(rows.length);
    expect((await list({})).envelope.data).toHaveLength(Math.min(rows.length, 20));
    expect((await list({ page: 1000 })).envelope.data).toEqual([]);
    for (const input of [{ page: 0 }, { pageSize: 501 }, { pageSize: 1.5 }]) {
      expect((await list(input)).errorCode).toBe('invalid_input');
    }
  });

  it.each(feature.searchIn)('is searched by %s, taken literally', async (field) => {
    const sample = rows.map((row) => String(row[field])).find((text) => text.length > 3) ?? '';
    const { envelope } = await list({ search: sample.toUpperCase(), pageSize: 500 });
    const matching = rows.filter((row) =>
      feature.searchIn.some((name) => String(row[name]).toLowerCase().includes(sample.toLowerCase())),
    );
    expect(envelope.data.length).toBe(matching.length);
    expect(envelope.data.length).toBeGreaterThan(0);
    expect((await list({ search: `${sample}%_\\` })).envelope.data).toEqual([]);
  });

  it.each(feature.sortBy)('is sorted by %s, both ways and without changing its mind', async (sortBy) => {
    const [up, again, down] = await Promise.all([
      list({ sortBy, pageSize: 500, sortDirection: 'asc' }),
      list({ sortBy, pageSize: 500, sortDirection: 'asc' }),
      list({ sortBy, pageSize: 500, sortDirection: 'desc' }),
    ]);
    const ids = up.envelope.data.map(({ id }) => id);
    expect(again.envelope.data.map(({ id }) => id)).toEqual(ids);
    expect(down.envelope.data.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it.each(feature.sortBy)('is read as a whole by %s, each page from where the one before ended', async (sortBy) => {
    for (const sortDirection of ['asc', 'desc'] as const) {
      const whole = await list({ sortBy, sortDirection, pageSize: limits.page.maxSize });
      const pageSize = Math.ceil(rows.length / 3);
      const ids: number[] = [];
      let after: string | undefined = '';
      for (let page = 1; after !== undefined; page += 1) {
        const { envelope }: Awaited<ReturnType<typeof list>> = await list({
          sortBy,
          sortDirection,
          page,
          pageSize,
          after,
        });
        ids.push(...envelope.data.map(({ id }) => id));
        after = envelope.meta.pagination?.next;
      }
      expect(ids).toEqual(whole.envelope.data.map(({ id }) => id));
    }
  });

  it('is not read on from a place that it did not give', async () => {
    for (const after of ['x', 'bnVsbA', Buffer.from('["x"]').toString('base64url')]) {
      expect(await list({ after })).toMatchObject({ status: 400, errorCode: 'invalid_input' });
    }
  });

  it.each(feature.sortBy)('has its order by %s from an index', async (sortBy) => {
    const plan = await planOf(server.services.db, async (db) => {
      const { data: input } = feature.list.input.safeParse({ deviceId: device.deviceId, sortBy });
      if (input) await table?.listRows(db, { userId: owner.userId, allDevices: true }, input);
    });
    expect(plan).toContain('Index');
    expect(plan).not.toContain('Sort Key');
  });

  it('begins in its own order: by time with the newest', async () => {
    const [sortBy = ''] = feature.sortBy;
    const sortDirection = sortBy === feature.period ? 'desc' : 'asc';
    const [plain, chosen] = await Promise.all([list({}), list({ sortBy, sortDirection })]);
    expect(plain.envelope.data).toEqual(chosen.envelope.data);
  });

  it('is narrowed by every field it filters by, and by no other', async () => {
    for (const field of feature.filterBy) {
      for (const value of new Set(rows.map((row) => row[field]))) {
        const { envelope } = await list({ filter: { [field]: value }, pageSize: 500 });
        expect(new Set(envelope.data.map((row) => row[field]))).toEqual(new Set([value]));
        expect(envelope.meta.pagination?.totalItems).toBe(rows.filter((row) => row[field] === value).length);
      }
      expect((await list({ filter: { [field]: { not: 'a value' } } })).errorCode).toBe('invalid_input');
    }
    for (const other of Object.keys(feature.record.shape).filter((name) => !feature.filterBy.includes(name))) {
      expect((await list({ filter: { [other]: rows[0]?.[other] } })).errorCode).toBe('invalid_input');
    }
  });

  it('is narrowed to a period, its end excluded, if it has one', async () => {
    const { period } = feature;
    const times = rows.map((row) => String(row[period ?? ''])).toSorted();
    const from = times[Math.floor(times.length / 3)];
    const to = times[Math.floor((2 * times.length) / 3)];
    const total = async (filter: object) => (await list({ filter })).envelope.meta.pagination?.totalItems;
    const counted = (fits: (time: string) => boolean) => times.filter(fits).length;
    const found = period === null ? [] : [await total({ from }), await total({ to }), await total({ from, to })];
    const expected = [
      counted((time) => time >= String(from)),
      counted((time) => time < String(to)),
      counted((time) => time >= String(from) && time < String(to)),
    ];
    expect(found).toEqual(period === null ? [] : expected);
    const refused = period === null ? { from: new Date().toISOString() } : { from: 'yesterday' };
    expect((await list({ filter: refused })).errorCode).toBe('invalid_input');
  });

  it('is hidden while the person pauses; its history is not', async () => {
    const paused = await joinDevice(server, { ownerId: owner.userId });
    const { db } = server.services;
    await db.updateTable('devices').set({ paused_at: new Date() }).where('id', '=', paused.deviceId).execute();
    for (const endpoint of [feature.list, feature.update]) {
      const answer = await server.api(endpoint, { deviceId: paused.deviceId }, owner.token);
      expect([answer.status, answer.errorCode]).toEqual([403, 'device_paused']);
    }
    expect((await server.api(feature.history, { deviceId: paused.deviceId }, owner.token)).status).toBe(200);
  });

  it('refuses an order it does not offer', async () => {
    expect((await list({ sortBy: 'device_id' })).errorCode).toBe('invalid_input');
    expect((await list({ sortBy: 'id; drop table users' })).errorCode).toBe('invalid_input');
  });

  it('is asked for while the device is offline, once', async () => {
    const { deviceId } = await joinDevice(server, { ownerId: owner.userId });
    const first = await server.api(feature.update, { deviceId }, owner.token);
    expect(first.envelope.data.stepType).toBe('QUEUED');
    expect(first.envelope.data.commandTypeEnum).toBe(feature.command);
    const second = await server.api(feature.update, { deviceId }, owner.token);
    expect([second.status, second.errorCode]).toEqual([409, 'commands_pending']);
    const history = await server.api(feature.history, { deviceId }, owner.token);
    expect(history.envelope.data).toMatchObject([{ id: first.envelope.data.id, stepType: 'QUEUED' }]);
  });

  it('applied again changes nothing, and without rows empties the list, unless it keeps what was', async () => {
    const { deviceId } = await joinDevice(server, { ownerId: owner.userId });
    const ids = async () =>
      (await server.api(feature.list, { deviceId, pageSize: 500 }, owner.token)).envelope.data.map(({ id }) => id);
    await table?.applyRows(server.services.db, [{ deviceId, rows: rows.map(checked) }]);
    const before = await ids();
    await table?.applyRows(server.services.db, [{ deviceId, rows: rows.toReversed().map(checked) }]);
    expect(await ids()).toEqual(before);
    await table?.applyRows(server.services.db, [{ deviceId, rows: [] }]);
    expect(await ids()).toEqual(table?.keepsUnsent ? before : []);
  });

  it('notes when a row last came, to the hour, and finds what is old by an index', async () => {
    const { deviceId } = await joinDevice(server, { ownerId: owner.userId });
    const { db } = server.services;
    const name = sql.id(table?.name ?? '');
    const times = async () => {
      const { rows: found } = await sql<{ received_at: Date }>`
        select received_at from ${name} where device_id = ${deviceId}`.execute(db);
      return new Set(found.map(({ received_at }) => received_at.getTime()));
    };
    await table?.applyRows(db, [{ deviceId, rows: rows.map(checked) }]);
    const first = await times();
    await table?.applyRows(db, [{ deviceId, rows: rows.map(checked) }]);
    expect(await times()).toEqual(first);
    await sql`update ${name} set received_at = now() - interval '61 minutes' where device_id = ${deviceId}`.execute(db);
    await table?.applyRows(db, [{ deviceId, rows: rows.map(checked) }]);
    expect(Math.min(...(await times()))).toBeGreaterThanOrEqual(Math.max(...first));
    const { rows: indexes } = await sql`
      select from pg_indexes where tablename = ${table?.name} and indexdef like '%(received_at)'`.execute(db);
    expect(indexes).toHaveLength(1);
  });
});
