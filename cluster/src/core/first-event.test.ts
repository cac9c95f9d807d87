import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { firstEvent } from './first-event.ts';

it('leaves no listener behind, however often it waits', async () => {
  const socket = new EventEmitter().on('error', () => undefined);
  const listeners = () => ['message', 'close', 'error'].map((name) => socket.listenerCount(name));
  const { signal } = new AbortController();
  for (let turn = 0; turn < 20; turn += 1) {
    const coming = firstEvent(socket, ['message', 'close'], signal);
    expect(listeners()).toEqual([1, 1, 3]);
    socket.emit('message');
    await coming;
    expect(listeners()).toEqual([0, 0, 1]);
  }
  const stopped = firstEvent(socket, ['message', 'close'], AbortSignal.abort());
  await expect(stopped).rejects.toThrow('aborted');
  expect(listeners()).toEqual([0, 0, 1]);
});
