/** How many notifications of a kind an admin gets one by one per minute; the budget refills evenly. */
const atOnce = 10;
/** More events than this at once are summed up. */
const maxSingly = 3;
const minuteMs = 60_000;

/** Decides which events an admin gets one by one, and which are summed up. */
export function createNotificationBudget(now: () => number) {
  /** What is left of the budget, by admin and kind. */
  const budgets = new Map<string, { left: number; at: number }>();

  function refilled({ left, at }: { left: number; at: number }): number {
    return Math.min(atOnce, left + ((now() - at) / minuteMs) * atOnce);
  }

  return {
    /** Charges so many notifications; false when they must be summed up. */
    spend(key: string, count: number): boolean {
      const left = refilled(budgets.get(key) ?? { left: atOnce, at: now() });
      const affordable = count <= maxSingly && count <= left;
      budgets.set(key, { left: affordable ? left - count : left, at: now() });
      return affordable;
    },
    /** Drops budgets that are full again. */
    tidy(): void {
      for (const [key, budget] of budgets) if (refilled(budget) === atOnce) budgets.delete(key);
    },
  };
}
