import { expect, it } from 'vitest';
import { retryDeadlock } from './retry-deadlock.ts';

const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });

it('runs a transaction again that was ended by a deadlock, and gives up after three', async () => {
  const outcomes = [deadlock, deadlock, null];
  const run = async () => {
    const outcome = outcomes.shift();
    if (outcome) throw outcome;
    return 'done';
  };
  expect(await retryDeadlock(run)).toBe('done');
  outcomes.push(deadlock, deadlock, deadlock, null);
  await expect(retryDeadlock(run)).rejects.toBe(deadlock);
  expect(outcomes).toEqual([null]);
});

it('passes on any other error at once', async () => {
  const wrong = Object.assign(new Error('wrong'), { code: '23505' });
  let runs = 0;
  const run = async () => {
    runs += 1;
    throw wrong;
  };
  await expect(retryDeadlock(run)).rejects.toBe(wrong);
  expect(runs).toBe(1);
});
