import type { DeviceFrame } from '@fairwatch/contract';
import { expect, it, vi } from 'vitest';
import { PushRequest } from './push-request.ts';

const subscription = {
  endpoint: 'https://push.example.com/1',
  keys: { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) },
};
const frame = { type: 'push-subscription', subscription };

function setUp() {
  const sent: DeviceFrame[] = [];
  const onChange = vi.fn<() => void>();
  const request = new PushRequest({ onChange, send: (each) => void sent.push(each) });
  return { request, sent, onChange };
}

it('is sent once the server has told who supervises, and answered by the next time it does', async () => {
  const { request, sent, onChange } = setUp();
  const asked = request.ask(subscription);
  expect(sent).toEqual([]);
  request.supervised();
  expect(sent).toEqual([frame]);
  expect(request.open).toEqual([frame]);
  request.supervised();
  await asked;
  expect(request.open).toEqual([]);
  expect(onChange).toHaveBeenCalledTimes(2);
});

it('is sent again on the next connection when its answer was lost', async () => {
  const { request, sent } = setUp();
  request.supervised();
  const asked = request.ask(subscription);
  request.disconnected();
  request.supervised();
  expect(sent).toEqual([frame, frame]);
  expect(request.open).toEqual([frame]);
  request.supervised();
  await asked;
});

it('is replaced by a later one', async () => {
  const { request, sent } = setUp();
  const both = [request.ask(subscription), request.ask(null)];
  request.supervised();
  request.supervised();
  await Promise.all(both);
  expect(sent).toEqual([{ type: 'push-subscription', subscription: null }]);
});

it('may be refused, and is not sent again then', async () => {
  const { request, sent } = setUp();
  request.supervised();
  const asked = request.ask(subscription);
  request.refused('pause', 'No.');
  request.refused('push-subscription', 'Not this service.');
  await expect(asked).rejects.toThrow('Not this service.');
  request.disconnected();
  request.supervised();
  expect(sent).toHaveLength(1);
});

it('is still to be sent when the device has ended without an answer', async () => {
  const { request } = setUp();
  const asked = request.ask(subscription);
  request.end('The device has ended.');
  await expect(asked).rejects.toThrow('The device has ended.');
  expect(request.open).toEqual([frame]);
  await expect(request.ask(null)).rejects.toThrow('The device has ended.');
});
