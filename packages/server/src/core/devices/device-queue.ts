/** Does what is asked for each device one after the other, in the order it came; devices do not wait for one another. */
export interface DeviceQueue {
  run<Result>(deviceId: number, task: () => Promise<Result>): Promise<Result>;
  /** Resolves when everything asked so far is done. */
  idle(): Promise<void>;
}

/** The tasks must not fail: whoever comes next waits for the one before. */
export function createDeviceQueue(): DeviceQueue {
  /** The last task of each device that is not done yet. */
  const latest = new Map<number, Promise<unknown>>();
  return {
    async run(deviceId, task) {
      const done = (latest.get(deviceId) ?? Promise.resolve()).then(task);
      latest.set(deviceId, done);
      const result = await done;
      if (latest.get(deviceId) === done) latest.delete(deviceId);
      return result;
    },
    async idle() {
      await Promise.all(latest.values());
    },
  };
}
