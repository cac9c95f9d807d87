import { limits } from '@fairwatch/contract';

const {
  bytesAtOnce,
  bytesPerFrame,
  bytesPerSecond,
  connectEveryMs,
  connectsAtOnce,
  requestsAtOnce,
  requestsPerSecond,
} = limits.device;

/** The rate limits of one device. They belong to the device, not to a connection, so that reconnecting does not reset them. */
export class DeviceBudget {
  readonly key: number;
  /** How many open connections share it. */
  sockets = 0;
  #bytes: number = bytesAtOnce;
  #requests: number = requestsAtOnce;
  #connects: number = connectsAtOnce;
  #filledAt: number;

  constructor(key: number, now: number) {
    this.key = key;
    this.#filledAt = now;
  }

  /** Charges a frame; false when the device should be throttled. The debt is limited to one second. */
  spendFrame(bytes: number, now: number): boolean {
    this.#fill(now);
    this.#bytes = Math.max(-bytesPerSecond, this.#bytes - Math.max(bytes, bytesPerFrame));
    return this.#bytes >= 0;
  }

  /** True when a throttled device may send its next frame. */
  canContinue(now: number): boolean {
    this.#fill(now);
    return this.#bytes >= bytesPerFrame;
  }

  /** Charges one request of the person; false when there are too many. */
  spendRequest(now: number): boolean {
    this.#fill(now);
    if (this.#requests < 1) return false;
    this.#requests -= 1;
    return true;
  }

  /** Charges one connection; false when the device connects too often. */
  spendConnect(now: number): boolean {
    this.#fill(now);
    if (this.#connects < 1) return false;
    this.#connects -= 1;
    return true;
  }

  /** True when all limits are at their maximum, so that the object can be dropped. */
  isFull(now: number): boolean {
    this.#fill(now);
    return this.#bytes >= bytesAtOnce && this.#requests >= requestsAtOnce && this.#connects >= connectsAtOnce;
  }

  #fill(now: number): void {
    const passedMs = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    if (passedMs === 0) return;
    this.#bytes = Math.min(bytesAtOnce, this.#bytes + (passedMs / 1000) * bytesPerSecond);
    this.#requests = Math.min(requestsAtOnce, this.#requests + (passedMs / 1000) * requestsPerSecond);
    this.#connects = Math.min(connectsAtOnce, this.#connects + passedMs / connectEveryMs);
  }
}

export interface DeviceBudgets {
  /** Returns the budget of the device with this token, for one more connection. */
  take(tokenHash: Buffer, now: number): DeviceBudget;
  /** Releases the budget when a connection closes. */
  release(budget: DeviceBudget): void;
  /** Drops budgets that no connection uses and that are full again. Call it about once a second. */
  tidy(now: number): void;
  readonly size: number;
}

/** Keeps the budgets of connected devices, and of others until they are full again. */
export function createDeviceBudgets(): DeviceBudgets {
  const byKey = new Map<number, DeviceBudget>();
  const unused = new Set<DeviceBudget>();
  return {
    take(tokenHash, now) {
      // Six bytes of a SHA-256 are enough to identify a device, and a number takes less memory than a string.
      const key = tokenHash.readUIntBE(0, 6);
      const budget = byKey.get(key) ?? new DeviceBudget(key, now);
      byKey.set(key, budget);
      unused.delete(budget);
      budget.sockets += 1;
      return budget;
    },
    release(budget) {
      budget.sockets -= 1;
      if (budget.sockets === 0) unused.add(budget);
    },
    tidy(now) {
      for (const budget of unused) {
        if (!budget.isFull(now)) continue;
        unused.delete(budget);
        byKey.delete(budget.key);
      }
    },
    get size() {
      return byKey.size;
    },
  };
}
