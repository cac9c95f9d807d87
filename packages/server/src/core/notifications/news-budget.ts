/** So many of a kind are told one by one, and so many more with each minute that passes. */
const atOnce = 10;
/** More than this in one moment is a crowd. */
const crowd = 3;
const minuteMs = 60_000;

/** Decides which news an admin reads one by one, and which as a number. */
export function createNewsBudget(now: () => number = Date.now) {
  /** By admin and kind: what may still be told one by one. */
  const budgets = new Map<string, { left: number; at: number }>();

  function refilled({ left, at }: { left: number; at: number }): number {
    return Math.min(atOnce, left + ((now() - at) / minuteMs) * atOnce);
  }

  return {
    /** Whether so many can be told one by one; if so, they are paid for. */
    spend(key: string, count: number): boolean {
      const left = refilled(budgets.get(key) ?? { left: atOnce, at: now() });
      const affordable = count <= crowd && count <= left;
      budgets.set(key, { left: affordable ? left - count : left, at: now() });
      return affordable;
    },
    /** Forgets who has their whole budget back. */
    tidy(): void {
      for (const [key, budget] of budgets) if (refilled(budget) === atOnce) budgets.delete(key);
    },
  };
}
