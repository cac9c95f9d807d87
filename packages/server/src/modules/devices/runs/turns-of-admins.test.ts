import { expect, it } from 'vitest';
import type { Cursor } from './items/candidates.store.ts';
import { createTurns } from './turns-of-admins.ts';

/** What waits: ids by admin. */
const waiting = new Map<number, number[]>();
const find = async (cursors: readonly Cursor[], limit: number) =>
  cursors.flatMap(({ userId, after }) =>
    (waiting.get(userId) ?? [])
      .filter((id) => id > after)
      .slice(0, limit)
      .map((id) => ({ userId, id })),
  );
const upTo = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

it('every admin has a share of each round, and the whole round when they are alone', async () => {
  waiting.clear();
  waiting.set(1, upTo(40)).set(2, [7]);
  const turns = createTurns(async () => [...waiting.keys()]);
  const round = async () => (await turns.next(10, find)).map(({ userId, id }) => `${userId}:${id}`);
  expect(await round()).toEqual(['1:1', '1:2', '1:3', '1:4', '1:5', '2:7']);
  expect(await round()).toHaveLength(10);
  // One who comes during the pass is in its next round.
  waiting.set(3, [90]);
  expect(await round()).toContain('3:90');
  expect(await round()).toHaveLength(10);
  expect(await round()).toHaveLength(10);
  expect(await round()).toEqual([]);
});

it('what was put back is found once more', async () => {
  waiting.clear();
  waiting.set(1, [1, 2, 3]);
  const turns = createTurns(async () => [1]);
  expect(await turns.next(10, find)).toHaveLength(3);
  turns.goBack(1, 3);
  expect(await turns.next(10, find)).toEqual([{ userId: 1, id: 3 }]);
  expect(await turns.next(10, find)).toEqual([]);
});
