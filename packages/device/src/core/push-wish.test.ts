import type { DeviceFrame } from '@fairwatch/contract';
import { expect, it, vi } from 'vitest';
import { PushWish } from './push-wish.ts';

const subscription = {
  endpoint: 'https://push.example.com/1',
  keys: { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) },
};
const frame = { type: 'push-subscription', subscription };

function setUp() {
  const said: DeviceFrame[] = [];
  const onChange = vi.fn<() => void>();
  const wish = new PushWish({ onChange, say: (each) => void said.push(each) });
  return { wish, said, onChange };
}

it('is said once the server has told who supervises, and answered by the next time it does', async () => {
  const { wish, said, onChange } = setUp();
  const asked = wish.ask(subscription);
  expect(said).toEqual([]);
  wish.supervised();
  expect(said).toEqual([frame]);
  expect(wish.open).toEqual([frame]);
  wish.supervised();
  await asked;
  expect(wish.open).toEqual([]);
  expect(onChange).toHaveBeenCalledTimes(2);
});

it('is said again on the next connection when its answer was lost', async () => {
  const { wish, said } = setUp();
  wish.supervised();
  const asked = wish.ask(subscription);
  wish.disconnected();
  wish.supervised();
  expect(said).toEqual([frame, frame]);
  expect(wish.open).toEqual([frame]);
  wish.supervised();
  await asked;
});

it('gives way to a later one', async () => {
  const { wish, said } = setUp();
  const both = [wish.ask(subscription), wish.ask(null)];
  wish.supervised();
  wish.supervised();
  await Promise.all(both);
  expect(said).toEqual([{ type: 'push-subscription', subscription: null }]);
});

it('may be refused, and is not said again then', async () => {
  const { wish, said } = setUp();
  wish.supervised();
  const asked = wish.ask(subscription);
  wish.refused('pause', 'No.');
  wish.refused('push-subscription', 'Not this service.');
  await expect(asked).rejects.toThrow('Not this service.');
  wish.disconnected();
  wish.supervised();
  expect(said).toHaveLength(1);
});

it('is still to be said when the device has ended without an answer', async () => {
  const { wish } = setUp();
  const asked = wish.ask(subscription);
  wish.end('The device has ended.');
  await expect(asked).rejects.toThrow('The device has ended.');
  expect(wish.open).toEqual([frame]);
  await expect(wish.ask(null)).rejects.toThrow('The device has ended.');
});
