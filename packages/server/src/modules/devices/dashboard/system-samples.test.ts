import { once } from 'node:events';
import { createServer, connect, type AddressInfo } from 'node:net';
import { dashboard, limits } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';
import { startSampling } from './system-samples.ts';
import { deleteOldSamples, insertSamples, readLatestSample } from './system-samples.store.ts';
import { createTrafficMeter } from './traffic-meter.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // The server's own first sample is written, so that no test below meets it.
  await vi.waitUntil(async () => (await samples()).length === 1);
});
afterAll(() => server.close());
beforeEach(() => server.services.db.deleteFrom('system_samples').execute());

const samples = () => server.services.db.selectFrom('system_samples').selectAll().orderBy('sampled_at').execute();

const sample = {
  memory: 10,
  ram_used: 20,
  ram_total: 40,
  received: 1,
  sent: 2,
  uploaded: 3,
  disk_free: 5,
  disk_total: 9,
};

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

/** Inserts one sample per minute, counted back from the middle of this minute. */
async function addMinutes(minutes: number): Promise<void> {
  const { db } = server.services;
  await sql`
    insert into system_samples (sampled_at, memory, ram_used, ram_total, received, sent, uploaded, disk_free, disk_total)
    select now() - n * interval '1 minute', 10, n, 40, 1, 2, 3, 5, 9
    from generate_series(0, ${minutes - 1}::int) as n`.execute(db);
}

describe('the samples of the server', () => {
  it('[SPEC 2.51] say what is used, what went over its connections and what was uploaded since the one before', async () => {
    const { services } = server;
    let traffic = { received: 100, sent: 1000 };
    const stop = startSampling(services, () => traffic);
    await vi.waitFor(async () => expect(await samples()).toHaveLength(1));
    await stop();
    traffic = { received: 100, sent: 1000 };
    const told = new Promise<void>((resolve) => {
      const end = services.bus.subscribe('changed', ({ feature }) => {
        if (feature !== 'figures') return;
        end();
        resolve();
      });
    });
    const stopAgain = startSampling(services, () => {
      traffic = { received: traffic.received + 50, sent: traffic.sent + 70 };
      // A file is stored meanwhile.
      services.bus.publish('fileStored', { size: 4096 });
      return traffic;
    });
    await told;
    await stopAgain();
    const [first, second] = await samples();
    expect(first).toMatchObject({ received: 0, sent: 0, uploaded: 0 });
    expect(second).toMatchObject({ received: 50, sent: 70, uploaded: 4096, server: services.server.name });
    for (const { memory, ram_used, ram_total, disk_free, disk_total } of await samples()) {
      expect(memory).toBeGreaterThan(0);
      expect(ram_used).toBeLessThanOrEqual(ram_total);
      expect(disk_free).toBeLessThanOrEqual(disk_total);
      expect(disk_free).toBeGreaterThan(0);
    }
  });

  it('[SPEC 2.51] are thinned to at most 200 points: levels on average, flows in all', async () => {
    await addMinutes(30 * 24 * 60);
    for (const systemRange of ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const) {
      const { system } = (await server.api(dashboard, { systemRange })).envelope.data;
      expect(system.points.length).toBeLessThanOrEqual(200);
      expect(system.points.length).toBeGreaterThanOrEqual(60);
      expect(system.points[5]).toMatchObject({ memory: 10, received: system.stepSeconds / 60, diskFree: 5 });
      // The value falls by one a minute, so between two points by the minutes of one interval.
      const [earlier, later] = system.points.slice(5).map(({ ramUsed }) => ramUsed);
      expect((earlier ?? 0) - (later ?? 0)).toBe(system.stepSeconds / 60);
    }
  });

  it('have no point where the server did not run', async () => {
    const { db } = server.services;
    await insertSamples(db, [{ ...sample, sampled_at: new Date(Date.now() - 5 * 3_600_000) }]);
    await insertSamples(db, [sample]);
    const { system } = (await server.api(dashboard, {})).envelope.data;
    expect(system.points).toHaveLength(2);
  });

  it('of several servers are added up, also while one of them runs for a part of the time', async () => {
    const { db } = server.services;
    // A minute in the middle of the last 20 minutes that are over: one interval of the range of a day.
    const minute = Math.floor(Date.now() / 1_200_000) * 1_200_000 - 600_000 + 30_000;
    const at = (minutes: number, seconds = 0) => new Date(minute + minutes * 60_000 + seconds * 1000);
    await insertSamples(db, [
      { ...sample, server: 'a', sampled_at: at(0) },
      { ...sample, server: 'b', sampled_at: at(0, 5), memory: 30 },
      // The second server was restarted within the minute.
      { ...sample, server: 'b', sampled_at: at(0, 20), memory: 50 },
      { ...sample, server: 'a', sampled_at: at(1) },
    ]);
    const hour = (await server.api(dashboard, { systemRange: 'HOUR' })).envelope.data.system.points;
    expect(hour).toMatchObject([
      { memory: 50, ramUsed: 40, ramTotal: 80, received: 3, sent: 6, uploaded: 9, diskFree: 10, diskTotal: 18 },
      { memory: 10, ramUsed: 20, ramTotal: 40, received: 1, sent: 2, uploaded: 3, diskFree: 5, diskTotal: 9 },
    ]);
    const day = (await server.api(dashboard, { systemRange: 'DAY' })).envelope.data.system.points;
    expect(day).toMatchObject([{ memory: 30, ramTotal: 80, received: 4 }]);
  });

  it('of several servers make one state of now, without servers that have stopped', async () => {
    const { db } = server.services;
    expect(await readLatestSample(db)).toBeNull();
    await insertSamples(db, [
      { ...sample, server: 'a', sampled_at: secondsAgo(10) },
      { ...sample, server: 'a', sampled_at: secondsAgo(70), memory: 999 },
      { ...sample, server: 'b', sampled_at: secondsAgo(40), memory: 30 },
      { ...sample, server: 'stopped', sampled_at: secondsAgo(400), memory: 999 },
    ]);
    expect(await readLatestSample(db)).toEqual({
      memory: 40,
      ramUsed: 40,
      ramTotal: 80,
      received: 2,
      sent: 4,
      uploaded: 6,
      diskFree: 10,
      diskTotal: 18,
    });
  });

  it('are kept for 30 days', async () => {
    const { db } = server.services;
    await insertSamples(db, [{ ...sample, sampled_at: daysAgo(31) }]);
    await insertSamples(db, [{ ...sample, sampled_at: daysAgo(29) }]);
    await deleteOldSamples(db);
    expect(await samples()).toHaveLength(1);
  });
});

describe('the traffic', () => {
  it('is what went over the connections, open and closed ones', async () => {
    const echo = createServer((socket) => socket.on('data', (bytes) => socket.write(Buffer.concat([bytes, bytes]))));
    const meter = createTrafficMeter();
    meter.watch(echo);
    const traffic = meter.total;
    echo.listen(0, '127.0.0.1');
    await once(echo, 'listening');
    const { port } = echo.address() as AddressInfo;
    const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    for (const socket of sockets) {
      socket.write(Buffer.alloc(limits.page.defaultSize));
      await once(socket, 'data');
    }
    const bytes = { received: 2 * limits.page.defaultSize, sent: 4 * limits.page.defaultSize };
    expect(traffic()).toEqual(bytes);
    for (const socket of sockets) socket.destroy();
    echo.close();
    await once(echo, 'close');
    expect(traffic()).toEqual(bytes);
  });
});
