/**
 * Runs tasks while the sum of their weights fits into a total. The others wait in their order, so that a heavy task is not
 * starved by light ones. A task that is heavier than the total runs alone.
 */
export function createWeightedSemaphore(
  total: number,
): <Result>(weight: number, task: () => Promise<Result>) => Promise<Result> {
  let used = 0;
  const waiting: { weight: number; start: () => void }[] = [];

  function startNext(): void {
    for (let next = waiting[0]; next && (used === 0 || used + next.weight <= total); next = waiting[0]) {
      waiting.shift();
      used += next.weight;
      next.start();
    }
  }

  return async (weight, task) => {
    await new Promise<void>((start) => {
      waiting.push({ weight, start });
      startNext();
    });
    try {
      return await task();
    } finally {
      used -= weight;
      startNext();
    }
  };
}
