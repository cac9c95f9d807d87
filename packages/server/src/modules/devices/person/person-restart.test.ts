import { deviceSummary, noticeHash } from '@fairwatch/contract';
import type { DeviceClientOptions, PendingDecision } from '@fairwatch/device';
import { describe, expect, it, vi } from 'vitest';
import { auditOf } from '../../../testing/person.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);

/** An address where no server listens. */
const nowhere = 'http://127.0.0.1:9';

/** Returns a phone whose storage survives a restart of its process. */
function phoneOf(device: TestDevice) {
  let grants: Pick<DeviceClientOptions, 'paused'> & { granted?: DeviceClientOptions['granted'] } = {};
  let pendingDecisions: readonly PendingDecision[] = [];
  return {
    get pendingDecisions() {
      return pendingDecisions;
    },
    start: (serverUrl: string) =>
      devices.start(device, {
        serverUrl,
        collectors: {},
        ...grants,
        pendingDecisions,
        onGrants: ({ capabilities, paused }) => (grants = { granted: () => capabilities, paused }),
        onPendingDecisions: (decisions) => (pendingDecisions = decisions),
      }),
  };
}

/** Lets the person decide while the server is unreachable, and restarts the phone before the server learns of it. */
async function decidedUnheard(decide: (phone: ReturnType<ReturnType<typeof phoneOf>['start']>) => Promise<unknown>) {
  const device = await joinDevice(server);
  const phone = phoneOf(device);
  const offline = phone.start(nowhere);
  await noticeHash();
  const unanswered = decide(offline).catch(String);
  await vi.waitFor(() => expect(phone.pendingDecisions).not.toEqual([]));
  await offline.stop();
  expect(await unanswered).toContain('The device has ended');
  expect(phone.pendingDecisions).not.toEqual([]);
  return { device, phone };
}

const actions = async (device: TestDevice) => (await auditOf(server, device)).map(({ action }) => action);
const grantsOf = ({ deviceId }: TestDevice) =>
  server.services.db
    .selectFrom('devices')
    .select(['capabilities', 'paused_at', 'left_at'])
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow();

describe('what a person decided and the server never heard, is said after a restart of the phone', () => {
  it('a withdrawal', async () => {
    const { device, phone } = await decidedUnheard((client) => client.changeGrants(['LOCATION']));
    const client = phone.start(server.url);
    await vi.waitFor(() => expect(phone.pendingDecisions).toEqual([]));
    expect((await grantsOf(device)).capabilities).toEqual(['LOCATION']);
    expect(client.grants).toEqual({ capabilities: ['LOCATION'], paused: false, hours: null });
    expect(await actions(device)).toEqual(['JOIN', 'CONSENT']);
  });

  it('a pause', async () => {
    const { device, phone } = await decidedUnheard((client) => client.pause());
    const client = phone.start(server.url);
    await vi.waitFor(() => expect(phone.pendingDecisions).toEqual([]));
    expect((await grantsOf(device)).paused_at).not.toBeNull();
    expect(client.grants.paused).toBe(true);
    expect(await actions(device)).toEqual(['JOIN', 'PAUSE']);
  });

  it('the hours in which they share', async () => {
    const hours = { timeZone: 'UTC', days: [{ day: 'MON' as const, from: '08:00', to: '17:00' }] };
    const { device, phone } = await decidedUnheard((client) => client.setHours(hours));
    const client = phone.start(server.url);
    await vi.waitFor(() => expect(phone.pendingDecisions).toEqual([]));
    expect(client.grants.hours).toEqual(hours);
    expect(await actions(device)).toEqual(['JOIN', 'HOURS']);
  });

  it('that they leave', async () => {
    const { device, phone } = await decidedUnheard((client) => client.leave());
    const client = phone.start(server.url);
    expect(await client.ended).toBe('left');
    expect((await grantsOf(device)).left_at).not.toBeNull();
    expect(await actions(device)).toEqual(['JOIN', 'LEAVE']);
    expect((await server.api(deviceSummary, { deviceId: device.deviceId })).errorCode).toBe('device_left');
  });

  it('and said once more, because the answer was lost, it changes nothing', async () => {
    const { device, phone } = await decidedUnheard(async (client) => {
      await Promise.all([client.changeGrants([]), client.pause()]);
    });
    const { pendingDecisions } = phone;
    phone.start(server.url);
    await vi.waitFor(() => expect(phone.pendingDecisions).toEqual([]));
    const heard = await actions(device);
    expect(heard.toSorted()).toEqual(['CONSENT', 'JOIN', 'PAUSE']);
    const open = vi.fn<(decisions: readonly PendingDecision[]) => void>();
    devices.start(device, {
      collectors: {},
      granted: () => [],
      paused: true,
      pendingDecisions,
      onPendingDecisions: open,
    });
    await vi.waitFor(() => expect(open).toHaveBeenLastCalledWith([]));
    expect(await actions(device)).toEqual(heard);
  });

  it('a phone that left, and did not learn that it had, does not come back', async () => {
    const { device, phone } = await decidedUnheard((client) => client.leave());
    const { pendingDecisions } = phone;
    await phone.start(server.url).ended;
    const again = devices.start(device, { collectors: {}, pendingDecisions });
    expect(await again.ended).toBe('left');
    expect(await actions(device)).toEqual(['JOIN', 'LEAVE']);
  });
});
