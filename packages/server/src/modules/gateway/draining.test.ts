import { livePath, readyPath } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../core/jobs/scheduler.ts';
import { startTestServer } from '../../testing/servers/test-server.ts';
import { joinDevice, RawDevice } from '../../testing/test-device.ts';
import { createManualScheduler, createTestScheduler } from '../../testing/test-scheduler.ts';
import type { Services } from '../../shared/services/services.ts';
import type { DeviceSocket } from './device-socket.ts';
import { drainDevices } from './draining.ts';

const tryAgainLater = 1013;

/** Lets promises settle between two timers. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('draining', () => {
  it('lets the devices go in waves, after balancers had time to notice', async () => {
    const scheduler = createManualScheduler();
    const codes: number[] = [];
    const sockets = Array.from({ length: 100 }, (_, deviceId) => {
      const socket = { deviceId, disconnect: (code: number) => void codes.push(code) };
      return [deviceId, socket as unknown as DeviceSocket] as const;
    });
    const online = new Map(sockets);
    const services = {
      availability: { isDraining: false },
      config: { drainSeconds: 10 },
      log: { info: () => {} },
      scheduler,
    };
    let isDone = false;
    const drained = drainDevices(services as unknown as Services, online, ({ deviceId }) => {
      online.delete(deviceId);
    }).then(() => (isDone = true));
    expect(services.availability.isDraining).toBe(true);
    const left: number[] = [];
    for (let second = 1; second <= 10; second += 1) {
      for (let step = 0; step < 4; step += 1) {
        scheduler.pass(250);
        await settle();
      }
      left.push(online.size);
    }
    // Nobody goes in the first seconds; from then on about as many in each of the eight that are left.
    expect(left[0]).toBe(100);
    const gone = left.slice(1).map((size, place) => (left[place] ?? 0) - size);
    expect(Math.max(...gone)).toBeLessThanOrEqual(16);
    expect(left.at(-2)).toBeGreaterThan(0);
    expect(left.at(-1)).toBe(0);
    expect(codes).toEqual(Array.from({ length: 100 }, () => tryAgainLater));
    await drained;
    expect(isDone).toBe(true);
  });

  it('of a server that stops makes it not ready first, and new devices are refused', async () => {
    const grace = Promise.withResolvers<Job>();
    const usual = createTestScheduler();
    const scheduler: typeof usual = {
      ...usual,
      // The test decides when the time for balancers is over.
      after: (ms, job) => (ms > 100_000 ? (grace.resolve(job), () => {}) : usual.after(ms, job)),
    };
    const server = await startTestServer({ scheduler, drainSeconds: 600 });
    const device = await joinDevice(server);
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    const closed = server.close();
    const goOn = await grace.promise;
    const ready = await fetch(new URL(readyPath, server.url));
    expect([ready.status, await ready.text()]).toEqual([503, 'draining\n']);
    expect((await fetch(new URL(livePath, server.url))).status).toBe(200);
    const late = new RawDevice(server);
    await expect(late.hello(device.token)).rejects.toThrow(`Closed with ${tryAgainLater}`);
    expect(raw.socket.readyState).toBe(raw.socket.OPEN);
    goOn();
    expect(await raw.closed).toBe(tryAgainLater);
    await closed;
  });
});
