import { expect, it } from 'vitest';
import { createWaitingDeliveries } from './waiting-deliveries.ts';

it('delivers to a device again when its hours have begun, once', () => {
  const delivered: number[] = [];
  const waiting = createWaitingDeliveries((deviceId) => delivered.push(deviceId));
  waiting.hold(7, new Date(2000));
  waiting.hold(8, new Date(1000));
  waiting.release(999);
  expect(delivered).toEqual([]);
  waiting.release(1000);
  expect(delivered).toEqual([8]);
  waiting.release(5000);
  waiting.release(6000);
  expect(delivered).toEqual([8, 7]);
});
