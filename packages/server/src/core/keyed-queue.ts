/** Runs the tasks of each key one after the other, in the order they came; keys do not wait for one another. */
export function createKeyedQueue<Key>(): <Result>(key: Key, task: () => Promise<Result>) => Promise<Result> {
  /** The last task of each key that is not done yet. */
  const latest = new Map<Key, Promise<unknown>>();
  return async (key, task) => {
    const before = latest.get(key) ?? Promise.resolve();
    const done = before.then(task, task);
    latest.set(key, done);
    try {
      return await done;
    } finally {
      if (latest.get(key) === done) latest.delete(key);
    }
  };
}
