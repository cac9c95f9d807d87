import { limits } from '@fairwatch/contract';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createTermuxDevice } from './create-device.ts';
import { joinedPhone } from './testing/joined-device.ts';

const hourMs = 3_600_000;
const { heartbeatMs } = limits.device;

/** The test holds the clock: an hour takes a moment, and each timer that fires is a time at which the phone wakes up. */
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

/** Lets everything run that waits for no timer. */
async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise((resolve) => setImmediate(resolve));
}

async function idlePhone() {
  const phone = await joinedPhone();
  const { device } = await createTermuxDevice(phone.parts);
  onTestFinished(async () => {
    vi.useRealTimers();
    await device.stop();
  });
  device.start();
  await until(() => phone.opened.length === 1);
  return { ...phone, device };
}

/** At how many moments of this time the phone wakes up. `onWakeUp` is called at each. */
async function wakeUps(ms: number, onWakeUp: () => void): Promise<number> {
  const end = Date.now() + ms;
  const moments = new Set<number>();
  while (vi.getTimerCount() > 0) {
    await vi.advanceTimersToNextTimerAsync();
    if (Date.now() > end) break;
    moments.add(Date.now());
    onWakeUp();
  }
  return moments.size;
}

it('a connected phone that nobody asks anything wakes up for its heartbeat and for nothing else', async () => {
  const { device, socket, termux } = await idlePhone();
  socket().handlers.onOpen();
  socket().hear({ type: 'welcome', deviceId: 1, heartbeatMs, capabilities: ['CONTACTS'], paused: false });
  await until(() => device.live.get().connection === 'connected');
  const answer = () => socket().handlers.onPong();
  // What a connection begins with, such as reading the tickets, is over after some minutes.
  await wakeUps(5 * 60_000, answer);
  const before = termux.calls.length;
  const beats = socket().count('heartbeat');
  const count = await wakeUps(hourMs, answer);
  expect(count).toBe(hourMs / heartbeatMs);
  // The last one is the first after the hour.
  expect(socket().count('heartbeat') - beats).toBe(count + 1);
  // The battery is read every five minutes, and nothing else is started.
  const started = termux.calls.slice(before).map(([program]) => program);
  expect(new Set(started)).toEqual(new Set(['termux-battery-status']));
  expect(started.length).toBeLessThanOrEqual(13);
});

it('a phone without network tries less and less often', async () => {
  const { opened, socket } = await idlePhone();
  socket().handlers.onClose(1006);
  let attempts = 0;
  const count = await wakeUps(hourMs, () => {
    attempts = opened.length - 1;
    socket().handlers.onClose(1006);
  });
  expect(count).toBe(attempts);
  expect(count).toBeLessThanOrEqual(hourMs / 15_000);
});
