import { expect, it } from 'vitest';
import { createScheduledDeliveries } from './scheduled-deliveries.ts';

it('delivers to a device again when its hours have begun, once', () => {
  const delivered: number[] = [];
  const waiting = createScheduledDeliveries((deviceId) => delivered.push(deviceId));
  waiting.schedule(7, new Date(2000));
  waiting.schedule(8, new Date(1000));
  waiting.deliverDue(999);
  expect(delivered).toEqual([]);
  waiting.deliverDue(1000);
  expect(delivered).toEqual([8]);
  waiting.deliverDue(5000);
  waiting.deliverDue(6000);
  expect(delivered).toEqual([8, 7]);
});
