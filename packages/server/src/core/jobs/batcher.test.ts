import { expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

/** Adds 1 and 2, 3 while they are written, and 4 a moment after that write has ended. Returns what was written together. */
async function writeInTurns(options?: Parameters<typeof createBatcher>[2]): Promise<number[][]> {
  const written: number[][] = [];
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const write = async (items: number[]) => {
    written.push(items);
    begun.resolve();
    if (written.length === 1) await ended.promise;
  };
  const { add, idle } = createBatcher(write, () => {}, options);
  add(1);
  add(2);
  await begun.promise;
  add(3);
  ended.resolve();
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  add(4);
  await idle();
  return written;
}

it('writes what one turn brings together, and what arrives meanwhile as the next batch', async () => {
  expect(await writeInTurns()).toEqual([[1, 2], [3], [4]]);
});

it('lets those who were just answered join those who wait, when it gathers', async () => {
  expect(await writeInTurns({ gathers: true })).toEqual([
    [1, 2],
    [3, 4],
  ]);
});
