import { EventEmitter } from 'node:events';
import { groundNotStated } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { passcodesFromList, passcodesFromParent } from './passcodes.ts';

const grounds = (count: number) => Array.from({ length: count }, () => groundNotStated);

it('takes passcodes from a list until there are none left', async () => {
  const take = passcodesFromList(['A', 'B', 'C']);
  expect(await take(grounds(2))).toEqual(['A', 'B']);
  await expect(take(grounds(2))).rejects.toThrow('2 passcodes are needed and 1 are left.');
});

it('requests passcodes from the parent process, one request at a time', async () => {
  const messages: unknown[] = [];
  const channel = Object.assign(new EventEmitter(), { send: (message: unknown) => messages.push(message) > 0 });
  const take = passcodesFromParent(channel as unknown as Parameters<typeof passcodesFromParent>[0]);
  const first = take(grounds(1));
  const second = take(grounds(2));
  await Promise.resolve();
  expect(messages).toEqual([{ type: 'passcodes-needed', count: 1, grounds: grounds(1) }]);
  channel.emit('message', { type: 'something else' });
  channel.emit('message', { type: 'passcodes', codes: ['A'] });
  expect(await first).toEqual(['A']);
  await Promise.resolve();
  expect(messages[1]).toEqual({ type: 'passcodes-needed', count: 2, grounds: grounds(2) });
  channel.emit('message', { type: 'passcodes', codes: ['B', 'C'] });
  expect(await second).toEqual(['B', 'C']);
});
