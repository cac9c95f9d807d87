import type { Cursor } from './items/candidates.store.ts';

/** Something of an admin whose turn has come; ids grow from round to round. */
interface Found {
  userId: number;
  id: number;
}

/** One pass over what waits, in rounds in which every admin has a share. */
export interface Turns {
  /** Finds the next round with `find`, which gets the share of each admin as `limit`. Empty at the end of the pass. */
  next<Item extends Found>(
    atMost: number,
    find: (cursors: readonly Cursor[], limit: number) => Promise<readonly Item[]>,
  ): Promise<readonly Item[]>;
  /** Looks at what this admin has from this id on once more. */
  goBack(userId: number, id: number): void;
}

/** `readAdmins` finds the admins with something waiting; it is read in each round, so that a new one need not wait for the end of the pass. */
export function createTurns(readAdmins: () => Promise<readonly number[]>): Turns {
  const cursors = new Map<number, number>();
  /** The admins of whom nothing is left in this pass. */
  const over = new Set<number>();
  return {
    async next(atMost, find) {
      for (;;) {
        const waiting = (await readAdmins()).filter((userId) => !over.has(userId));
        if (waiting.length === 0) return [];
        const limit = Math.max(1, Math.floor(atMost / waiting.length));
        const asked = waiting.map((userId) => ({ userId, after: cursors.get(userId) ?? 0 }));
        const found = await find(asked, limit);
        const counts = new Map<number, number>();
        for (const { userId, id } of found) {
          counts.set(userId, (counts.get(userId) ?? 0) + 1);
          cursors.set(userId, Math.max(cursors.get(userId) ?? 0, id));
        }
        for (const userId of waiting) if ((counts.get(userId) ?? 0) < limit) over.add(userId);
        if (found.length > 0) return found;
      }
    },
    goBack(userId, id) {
      cursors.set(userId, Math.min(cursors.get(userId) ?? 0, id - 1));
      over.delete(userId);
    },
  };
}
