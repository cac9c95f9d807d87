/** The devices to evaluate; null for all of them, when it is not known which. */
export type Devices = readonly number[] | null;

/** Devices of which something has to be evaluated. */
export interface DirtyDevices {
  add(devices: Devices): void;
  /** Evaluates what is dirty, if anything is. What could not be evaluated stays dirty. */
  drain(evaluate: (devices: Devices) => Promise<void>): Promise<void>;
}

export function createDirtyDevices(): DirtyDevices {
  let isAll = false;
  let ids = new Set<number>();

  function add(devices: Devices): void {
    if (devices === null) isAll = true;
    else for (const id of devices) ids.add(id);
  }

  return {
    add,
    async drain(evaluate) {
      const taken = isAll ? null : [...ids];
      isAll = false;
      ids = new Set();
      if (taken?.length === 0) return;
      try {
        await evaluate(taken);
      } catch (error) {
        add(taken);
        throw error;
      }
    },
  };
}
