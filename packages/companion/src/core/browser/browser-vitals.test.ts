import { expect, it, onTestFinished, vi } from 'vitest';
import { watchVitals } from './browser-vitals.ts';

function withBattery(getBattery: () => Promise<unknown>): void {
  Object.defineProperty(navigator, 'getBattery', { value: getBattery, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'getBattery'));
}

it('knows the battery of a browser that tells it', async () => {
  withBattery(async () => ({ level: 0.426, charging: true }));
  const vitals = await watchVitals(() => true);
  expect(vitals()).toMatchObject({ batteryPercent: 43, charging: true, noticeShown: true });
});

it('does not wait for a browser that never answers, and takes a late answer', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const late = Promise.withResolvers<unknown>();
  withBattery(() => late.promise);
  const watching = watchVitals(() => false);
  await vi.advanceTimersByTimeAsync(1000);
  const vitals = await watching;
  expect(vitals()).toMatchObject({ batteryPercent: null, charging: null, noticeShown: false });
  late.resolve({ level: 1, charging: false });
  await late.promise;
  expect(vitals()).toMatchObject({ batteryPercent: 100, charging: false });
});
