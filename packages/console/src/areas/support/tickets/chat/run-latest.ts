type Task = () => Promise<void>;

/** Runs one task at a time. Of the tasks that arrive meanwhile only the latest runs next, because it replaces the others. */
export function createLatestRunner(): (task: Task) => void {
  let isRunning = false;
  let pending: Task | null = null;
  return function run(task) {
    if (isRunning) {
      pending = task;
      return;
    }
    isRunning = true;
    void task()
      .catch(() => undefined)
      .finally(() => {
        const next = pending;
        isRunning = false;
        pending = null;
        if (next) run(next);
      });
  };
}
