import { randomUUID } from 'node:crypto';
import { contacts, deviceSummary, startLiveLocation, type Capability, type DeviceFrame } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { consentTo } from '../../testing/person.ts';
import { startTestCluster, type ClusterServer, type TestCluster } from '../../testing/servers/test-cluster.ts';
import {
  awaitStatus,
  awaitStep,
  contactNames,
  joinDevice,
  RawDevice,
  testContact,
  testVitals,
  type TestDevice,
} from '../../testing/test-device.ts';
import { claimDevices, removeDeadNodes } from '../../shared/presence/presence.store.ts';

const tryAgainLater = 1013;

let cluster: TestCluster;
let first: ClusterServer;
let second: ClusterServer;
beforeAll(async () => {
  cluster = await startTestCluster();
  [first, second] = cluster.servers as [ClusterServer, ClusterServer];
});
afterEach(() => void (cluster.isBusCut = false));
afterAll(() => cluster.close());

/** Enrols a device and connects it to the first server. */
async function connected(capabilities: readonly Capability[] = ['CONTACTS']) {
  const device = await joinDevice(first, { capabilities });
  return { device, atFirst: await connect(first, device) };
}

async function connect(server: ClusterServer, { token }: TestDevice): Promise<RawDevice> {
  const raw = new RawDevice(server);
  await raw.hello(token);
  return raw;
}

/** Waits until the server has received everything that was sent before. */
async function received(raw: RawDevice): Promise<void> {
  raw.send({ type: 'ping' });
  await raw.next('pong');
}

/** Reads the row of a device, through the server that is never stalled. */
async function rowOf({ deviceId }: TestDevice) {
  return await second.services.db
    .selectFrom('devices')
    .select(['capabilities', 'paused_at', 'left_at', 'gateway_node_id', 'notice_shown', 'connection_epoch'])
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow();
}

/** Sends frames to the stalled first server, moves the device to the second, and lets the first go on after `meanwhile`. */
async function stalledWhile(
  { device, atFirst }: Awaited<ReturnType<typeof connected>>,
  sent: readonly DeviceFrame[],
  meanwhile: (atSecond: RawDevice) => Promise<void>,
): Promise<RawDevice> {
  // Without the bus, so that nothing but the fence keeps the first server from writing.
  cluster.isBusCut = true;
  const goOn = await first.stall();
  for (const frame of sent) atFirst.send(frame);
  await received(atFirst);
  const atSecond = await connect(second, device);
  await meanwhile(atSecond);
  await goOn();
  return atSecond;
}

describe('a server that is stalled while its device connects to another one', () => {
  it('cannot widen a consent that was withdrawn since: the older one is never stored', async () => {
    const joined = await connected(['CONTACTS']);
    await stalledWhile(joined, [await consentTo(['CONTACTS', 'SMS', 'LOCATION'])], async (atSecond) => {
      atSecond.send(await consentTo([]));
      expect((await atSecond.next('grants')).capabilities).toEqual([]);
    });
    // The device is not told a refusal, on which it would give its decision up: it is sent away and repeats it.
    expect(await joined.atFirst.closed).toBe(tryAgainLater);
    expect(joined.atFirst.frames.filter(({ type }) => type === 'refused' || type === 'grants')).toEqual([]);
    expect((await rowOf(joined.device)).capabilities).toEqual([]);
    const { rows } = await sql<{ capabilities: string[] }>`
      select capabilities from consents where device_id = ${joined.device.deviceId} order by id`.execute(
      first.services.db,
    );
    expect(rows.map(({ capabilities }) => capabilities)).toEqual([['CONTACTS'], []]);
  });

  it('cannot end a pause, change the hours or make the person leave', async () => {
    const joined = await connected();
    const frames = [{ type: 'resume' }, { type: 'hours', hours: null }, { type: 'leave' }] as const;
    await stalledWhile(joined, frames, async (atSecond) => {
      atSecond.send({ type: 'pause' });
      expect((await atSecond.next('grants')).paused).toBe(true);
    });
    expect(await joined.atFirst.closed).toBe(tryAgainLater);
    const { paused_at, left_at } = await rowOf(joined.device);
    expect([paused_at === null, left_at]).toEqual([false, null]);
  });

  it('cannot store an answer: the command goes on where the device is', async () => {
    const joined = await connected();
    const { device, atFirst } = joined;
    await first.api(contacts.update, { deviceId: device.deviceId });
    const { commandId } = await atFirst.next('command');
    atFirst.send({ type: 'accepted', commandId });
    await awaitStep(first, device.deviceId, 'RUNNING');
    const stale: DeviceFrame[] = [
      { type: 'rows', commandId, batch: 0, rows: [testContact('1', 'Stale')] },
      { type: 'progress', commandId, percent: 77 },
      { type: 'result', commandId, batches: 1 },
    ];
    const atSecond = await stalledWhile(joined, stale, async (moved) => {
      expect((await moved.next('command')).commandId).toBe(commandId);
    });
    expect(await atFirst.closed).toBe(tryAgainLater);
    const { stepType, progress } = await awaitStep(second, device.deviceId, 'RUNNING');
    expect([stepType, progress]).toEqual(['RUNNING', null]);
    expect(await contactNames(first, device.deviceId)).toEqual([]);
    atSecond.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1', 'Fresh')] });
    atSecond.send({ type: 'result', commandId, batches: 1 });
    await awaitStep(second, device.deviceId, 'DONE');
    expect(await contactNames(first, device.deviceId)).toEqual(['Fresh']);
  });

  it('cannot fail a command either', async () => {
    const joined = await connected();
    const { device, atFirst } = joined;
    await first.api(contacts.update, { deviceId: device.deviceId });
    const { commandId } = await atFirst.next('command');
    const failed = { type: 'failed', commandId, reason: 'Stale' } as const;
    const atSecond = await stalledWhile(joined, [failed], async (moved) => {
      await moved.next('command');
    });
    expect(await atFirst.closed).toBe(tryAgainLater);
    atSecond.send({ type: 'result', commandId, batches: 0 });
    expect((await awaitStep(second, device.deviceId, 'DONE')).errorDetails).toBeNull();
  });

  it('cannot store whether the notice is shown', async () => {
    const joined = await connected();
    const { device, atFirst } = joined;
    atFirst.send({ type: 'heartbeat', ...testVitals, noticeShown: true });
    await vi.waitFor(async () => expect((await rowOf(device)).notice_shown).toBe(true));
    const shown = { type: 'heartbeat', ...testVitals } as const;
    await stalledWhile(joined, [{ ...shown, noticeShown: false }, shown], async (atSecond) => {
      atSecond.send({ type: 'heartbeat', ...testVitals, noticeShown: false });
      await vi.waitFor(async () => expect((await rowOf(device)).notice_shown).toBe(false));
    });
    // Another device is stored after what waited before it.
    await connected();
    expect((await rowOf(device)).notice_shown).toBe(false);
  });

  it('cannot store points of a live location, or end it', async () => {
    const joined = await connected(['LOCATION']);
    const { device, atFirst } = joined;
    await first.api(startLiveLocation, { deviceId: device.deviceId, minutes: 15 });
    const { commandId: sessionId } = await atFirst.next('command');
    atFirst.send({ type: 'accepted', commandId: sessionId });
    atFirst.send({ type: 'result', commandId: sessionId, batches: 0 });
    const session = async () =>
      await first.services.db
        .selectFrom('live_sessions')
        .select(['ended_how', 'points'])
        .where('id', '=', sessionId)
        .execute();
    await vi.waitFor(async () => expect(await session()).toEqual([{ ended_how: null, points: 0 }]));
    const point = (latitude: number) => {
      const points = [{ latitude, longitude: 16, accuracy: 8, at: new Date().toISOString() }];
      return { type: 'live-points', sessionId, points } as const;
    };
    const end = { type: 'live-end', sessionId, end: 'STOPPED_BY_PERSON' } as const;
    const atSecond = await stalledWhile(joined, [point(1), end], async () => {});
    expect(await atFirst.closed).toBe(tryAgainLater);
    atSecond.send(point(2));
    await vi.waitFor(async () => expect(await session()).toEqual([{ ended_how: null, points: 1 }]));
    const { rows } = await sql<{ latitude: number }>`
      select latitude from locations where device_id = ${device.deviceId}`.execute(first.services.db);
    expect(rows).toEqual([{ latitude: 2 }]);
  });

  it('cannot open a ticket', async () => {
    const joined = await connected();
    const texts = { title: 'Stale', description: 'Stale', category: 'SUPPORT', priority: 'LOW' } as const;
    const ticket = { type: 'ticket-open', clientId: randomUUID(), ...texts } as const;
    await stalledWhile(joined, [ticket], async () => {});
    expect(await joined.atFirst.closed).toBe(tryAgainLater);
    const { rows } = await sql`select from tickets where device_id = ${joined.device.deviceId}`.execute(
      first.services.db,
    );
    expect(rows).toEqual([]);
  });
});

describe('a device that connects to another server', () => {
  it('is online there: its older connection closes at once and does not take it offline', async () => {
    const { device, atFirst } = await connected();
    const before = await rowOf(device);
    const atSecond = await connect(second, device);
    expect(await atFirst.closed).toBe(tryAgainLater);
    await connected();
    const after = await rowOf(device);
    expect(after.gateway_node_id).toBe(second.services.server.id);
    expect(after.connection_epoch).toBe(before.connection_epoch + 1);
    await awaitStatus(second, device.deviceId, 'Online');
    expect(atSecond.socket.readyState).toBe(atSecond.socket.OPEN);
  });

  it('keeps its epoch when it comes back to the same server', async () => {
    const { device, atFirst } = await connected();
    const before = await rowOf(device);
    atFirst.socket.close();
    await awaitStatus(first, device.deviceId, 'Offline');
    await connect(first, device);
    expect((await rowOf(device)).connection_epoch).toBe(before.connection_epoch);
  });

  it('stays online when the older connection ends without the server having learned of the move', async () => {
    const { device, atFirst } = await connected();
    cluster.isBusCut = true;
    await connect(second, device);
    atFirst.socket.close();
    await atFirst.closed;
    // Another device is stored after the end of the older connection.
    await connected();
    expect((await rowOf(device)).gateway_node_id).toBe(second.services.server.id);
    const { envelope } = await second.api(deviceSummary, { deviceId: device.deviceId });
    expect(envelope.data.status).toBe('Online');
  });

  it('is let go by the older server within seconds also while the bus is down', { tags: 'full' }, async () => {
    const { device, atFirst } = await connected();
    cluster.isBusCut = true;
    await connect(second, device);
    let code = 0;
    void atFirst.closed.then((closed) => (code = closed));
    await vi.waitFor(
      async () => {
        await first.scheduler.runJobs(1000);
        expect(code).toBe(tryAgainLater);
      },
      { timeout: 30_000, interval: 20 },
    );
    expect((await rowOf(device)).gateway_node_id).toBe(second.services.server.id);
  });
});

describe('a server that was taken for dead', () => {
  it('claims the devices that are still its own, and lets the others go', async () => {
    const moved = await connected();
    const stayed = await connected();
    cluster.isBusCut = true;
    await connect(second, moved.device);
    const { db } = second.services;
    await sql`update gateway_nodes set alive_until = now() - interval '1 second'
      where id = ${first.services.server.id}`.execute(db);
    expect(await removeDeadNodes(db, 0)).toContainEqual(expect.objectContaining({ deviceId: stayed.device.deviceId }));
    await first.scheduler.runJobs(5000);
    expect(await moved.atFirst.closed).toBe(tryAgainLater);
    await vi.waitFor(async () => expect((await rowOf(stayed.device)).gateway_node_id).toBe(first.services.server.id));
    expect((await rowOf(moved.device)).gateway_node_id).toBe(second.services.server.id);
    expect(stayed.atFirst.socket.readyState).toBe(stayed.atFirst.socket.OPEN);
  });

  it('claims by epoch, whatever it believes', async () => {
    const { device } = await connected();
    const { connection_epoch } = await rowOf(device);
    await connect(second, device);
    const claim = (epoch: number) =>
      claimDevices(first.services.db, first.services.server.id, [{ deviceId: device.deviceId, epoch }]);
    expect(await claim(connection_epoch)).toEqual([]);
    expect((await rowOf(device)).gateway_node_id).toBe(second.services.server.id);
  });
});
