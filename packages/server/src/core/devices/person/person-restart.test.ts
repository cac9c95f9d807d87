import { deviceSummary, noticeHash } from '@fairwatch/contract';
import type { DeviceClientOptions, UnsaidWish } from '@fairwatch/device';
import { describe, expect, it, vi } from 'vitest';
import { auditOf } from '../../../testing/person.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);

/** Where nobody listens. */
const nowhere = 'http://127.0.0.1:9';

/** A phone with a memory that outlives its process. */
function phoneOf(device: TestDevice) {
  let grants: Pick<DeviceClientOptions, 'paused'> & { granted?: DeviceClientOptions['granted'] } = {};
  let unsaid: readonly UnsaidWish[] = [];
  return {
    get unsaid() {
      return unsaid;
    },
    start: (serverUrl: string) =>
      devices.start(device, {
        serverUrl,
        collectors: {},
        ...grants,
        unsaid,
        onGrants: ({ capabilities, paused }) => (grants = { granted: () => capabilities, paused }),
        onUnsaid: (wishes) => (unsaid = wishes),
      }),
  };
}

/** Lets the person decide while the server cannot be reached, and restarts the phone before anybody heard of it. */
async function decidedUnheard(decide: (phone: ReturnType<ReturnType<typeof phoneOf>['start']>) => Promise<unknown>) {
  const device = await joinDevice(server);
  const phone = phoneOf(device);
  const offline = phone.start(nowhere);
  await noticeHash();
  const unanswered = decide(offline).catch(String);
  await vi.waitFor(() => expect(phone.unsaid).not.toEqual([]));
  await offline.stop();
  expect(await unanswered).toContain('The device has ended');
  expect(phone.unsaid).not.toEqual([]);
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
    await vi.waitFor(() => expect(phone.unsaid).toEqual([]));
    expect((await grantsOf(device)).capabilities).toEqual(['LOCATION']);
    expect(client.grants).toEqual({ capabilities: ['LOCATION'], paused: false, hours: null });
    expect(await actions(device)).toEqual(['JOIN', 'CONSENT']);
  });

  it('a pause', async () => {
    const { device, phone } = await decidedUnheard((client) => client.pause());
    const client = phone.start(server.url);
    await vi.waitFor(() => expect(phone.unsaid).toEqual([]));
    expect((await grantsOf(device)).paused_at).not.toBeNull();
    expect(client.grants.paused).toBe(true);
    expect(await actions(device)).toEqual(['JOIN', 'PAUSE']);
  });

  it('the hours in which they share', async () => {
    const hours = { timeZone: 'UTC', days: [{ day: 'MON' as const, from: '08:00', to: '17:00' }] };
    const { device, phone } = await decidedUnheard((client) => client.setHours(hours));
    const client = phone.start(server.url);
    await vi.waitFor(() => expect(phone.unsaid).toEqual([]));
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
    const { unsaid } = phone;
    phone.start(server.url);
    await vi.waitFor(() => expect(phone.unsaid).toEqual([]));
    const heard = await actions(device);
    expect(heard.toSorted()).toEqual(['CONSENT', 'JOIN', 'PAUSE']);
    const open = vi.fn<(wishes: readonly UnsaidWish[]) => void>();
    devices.start(device, { collectors: {}, granted: () => [], paused: true, unsaid, onUnsaid: open });
    await vi.waitFor(() => expect(open).toHaveBeenLastCalledWith([]));
    expect(await actions(device)).toEqual(heard);
  });

  it('a phone that left, and did not learn that it had, does not come back', async () => {
    const { device, phone } = await decidedUnheard((client) => client.leave());
    const { unsaid } = phone;
    await phone.start(server.url).ended;
    const again = devices.start(device, { collectors: {}, unsaid });
    expect(await again.ended).toBe('left');
    expect(await actions(device)).toEqual(['JOIN', 'LEAVE']);
  });
});
