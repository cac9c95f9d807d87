import { randomUUID } from 'node:crypto';
import { contacts, deviceSocketClose, limits, notificationList } from '@fairwatch/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { awaitStep, contactNames, joinDevice, RawDevice, testContact, testFacts } from '../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);

/** Freezes the server's clock until the test advances it. */
function freezeClock() {
  server.scheduler.hold();
  onTestFinished(server.scheduler.release);
  return server.scheduler;
}

const tryAgainLater = 1013;

describe('a device that floods', () => {
  it('with the largest frames does not delay the command of another', async () => {
    const { device: flooder, raw: flooding } = await devices.connected();
    await server.api(contacts.update, { deviceId: flooder.deviceId });
    const { commandId } = await flooding.next('command');
    const name = 'x'.repeat(limits.device.maxFrameBytes - 1000);
    const sent = 200;
    for (let batch = 0; batch < sent; batch += 1) {
      flooding.send({ type: 'rows', commandId, batch, rows: [{ ...testContact(String(batch)), name }] });
    }
    const { device, raw } = await devices.connected();
    await server.api(contacts.update, { deviceId: device.deviceId });
    const asked = await raw.next('command');
    const address = 'y'.repeat(10_000);
    raw.send({ type: 'rows', commandId: asked.commandId, batch: 0, rows: [{ ...testContact('1', 'Quick'), address }] });
    raw.send({ type: 'result', commandId: asked.commandId, batches: 1 });
    await awaitStep(server, device.deviceId, 'DONE');
    expect(await contactNames(server, device.deviceId)).toEqual(['Quick']);
    // Backpressure slows it down without closing its connection: most frames are still in its own buffer.
    expect(flooding.socket.readyState).toBe(flooding.socket.OPEN);
    expect(flooding.socket.bufferedAmount).toBeGreaterThan(10 * limits.device.maxFrameBytes);
    flooding.socket.terminate();
    raw.socket.terminate();
  });

  it('is not cut off as silent after the server made it wait', async () => {
    const { raw } = await devices.connected();
    const { raw: silent } = await devices.connected();
    const clock = freezeClock();
    const frames = Math.floor(limits.device.bytesAtOnce / limits.device.bytesPerFrame);
    for (let sent = 0; sent < frames + 10; sent += 1) raw.socket.send('{"type":"flood"}');
    await vi.waitFor(() => expect(raw.frames.length).toBeGreaterThan(frames - 10));
    clock.pass(limits.device.silentAfterMs + 1);
    expect(await silent.closed).toBe(deviceSocketClose.silent);
    raw.frames.length = 0;
    raw.socket.send('{"type":"flood"}');
    await raw.next('refused');
    raw.socket.terminate();
  });
});

describe('connecting again', () => {
  it('does not renew what the person may ask for', async () => {
    freezeClock();
    const { device, raw } = await devices.connected();
    for (let asked = 0; asked < limits.device.requestsAtOnce; asked += 1) {
      raw.send({ type: 'log-request', before: null });
      await raw.next('log');
    }
    raw.socket.close();
    await raw.closed;
    const again = new RawDevice(server);
    await again.hello(device.token);
    again.send({ type: 'log-request', before: null });
    expect(await again.next('refused')).toMatchObject({ about: 'log-request' });
    again.socket.terminate();
  });

  // Protocol pings and WebSocket pings count alike.
  it.each([
    ['frames', '{"type":"flood"}', 0],
    ['pings', '{"type":"ping"}', 10],
  ])('does not renew what a device may send: %s', async (_, text, answeredBeyond) => {
    freezeClock();
    const { device, raw } = await devices.connected();
    const frames = Math.ceil(limits.device.bytesAtOnce / limits.device.bytesPerFrame);
    for (let sent = 0; sent < frames + 10; sent += 1) raw.socket.send(text);
    await vi.waitFor(() => expect(raw.frames.length).toBeGreaterThan(frames - 10));
    const again = new RawDevice(server);
    await again.hello(device.token);
    again.socket.send('{"type":"flood"}');
    // Frames over the budget get no response.
    expect(await Promise.race([again.next('refused'), noMoreThan(raw, frames + answeredBeyond)])).toBe('silence');
    again.socket.terminate();
  });

  it('too often is put off until later, without asking the database', async () => {
    const clock = freezeClock();
    const { token } = await joinDevice(server);
    for (let times = 0; times < limits.device.connectsAtOnce; times += 1) {
      const raw = new RawDevice(server);
      await raw.hello(token);
      raw.socket.terminate();
    }
    const late = new RawDevice(server);
    await late.opened;
    late.send({ type: 'hello', token, facts: testFacts });
    expect(await late.closed).toBe(tryAgainLater);
    clock.pass(limits.device.connectEveryMs);
    const later = new RawDevice(server);
    await later.hello(token);
    later.socket.terminate();
  });
});

/** Resolves once the server has closed the replaced connection, after it has read all earlier frames. */
async function noMoreThan(older: RawDevice, frames: number): Promise<'silence'> {
  await older.closed;
  await server.services.db.selectFrom('devices').select('id').limit(1).execute();
  expect(older.frames.length).toBeLessThanOrEqual(frames);
  return 'silence';
}

it('a flood of replies rings the bell once, and says how many there were', async () => {
  const admin = await server.createAdmin({ access: 'FULL_ACCESS' });
  const device = await joinDevice(server, { ownerId: admin.userId });
  const raw = new RawDevice(server);
  await raw.hello(device.token);
  raw.send({
    type: 'ticket-open',
    clientId: randomUUID(),
    title: 'Help',
    description: 'Please.',
    category: 'SUPPORT',
    priority: 'LOW',
  });
  const { ticket } = await raw.next('ticket');
  const replies = 20;
  for (let written = 0; written < replies; written += 1) {
    raw.send({ type: 'ticket-reply', clientId: randomUUID(), ticketId: ticket.ticketId, text: `Reply ${written}` });
    await raw.next('ticket-message');
  }
  const { envelope } = await server.api(notificationList, { filter: { type: 'TICKET_REPLY' } }, admin.token);
  expect(envelope.data.map(({ count }) => count)).toEqual([replies - 2, 1, 1]);
  expect(envelope.data[0]?.title).toBe(`${replies - 2} replies from ${device.username}`);
  raw.socket.terminate();
});
