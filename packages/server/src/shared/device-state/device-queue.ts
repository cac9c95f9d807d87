/** Runs the tasks of each device one at a time in the order they came; tasks of different devices run in parallel. */
export interface DeviceQueue {
  run<Result>(deviceId: number, task: () => Promise<Result>): Promise<Result>;
  /** Resolves when all tasks so far are done. */
  idle(): Promise<void>;
}

/** Tasks must not reject, because the next task of a device is chained to the previous one. */
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
