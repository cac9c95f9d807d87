import { limits } from '@fairwatch/contract';

const { bytesAtOnce, bytesPerFrame, bytesPerSecond, connectEveryMs, connectsAtOnce, wishesAtOnce, wishesPerSecond } =
  limits.device;

/** What one device may still say. It belongs to the device, not to a connection: connecting again does not renew it. */
export class DeviceBudget {
  readonly key: number;
  /** How many connections use it now. */
  sockets = 0;
  #bytes: number = bytesAtOnce;
  #wishes: number = wishesAtOnce;
  #connects: number = connectsAtOnce;
  #filledAt: number;

  constructor(key: number, now: number) {
    this.key = key;
    this.#filledAt = now;
  }

  /** Takes a frame off; false when the device should wait. It falls behind by a second at most. */
  spendFrame(bytes: number, now: number): boolean {
    this.#fill(now);
    this.#bytes = Math.max(-bytesPerSecond, this.#bytes - Math.max(bytes, bytesPerFrame));
    return this.#bytes >= 0;
  }

  /** Whether the next frame can be read after the bytes were spent. */
  mayContinue(now: number): boolean {
    this.#fill(now);
    return this.#bytes >= bytesPerFrame;
  }

  /** Takes one wish of the person off; false when there are too many. */
  spendWish(now: number): boolean {
    this.#fill(now);
    if (this.#wishes < 1) return false;
    this.#wishes -= 1;
    return true;
  }

  /** Takes one connection off; false when the device connects too often. */
  spendConnect(now: number): boolean {
    this.#fill(now);
    if (this.#connects < 1) return false;
    this.#connects -= 1;
    return true;
  }

  /** Whether it is as good as new, so that nothing is lost by forgetting it. */
  isFull(now: number): boolean {
    this.#fill(now);
    return this.#bytes >= bytesAtOnce && this.#wishes >= wishesAtOnce && this.#connects >= connectsAtOnce;
  }

  #fill(now: number): void {
    const passedMs = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    if (passedMs === 0) return;
    this.#bytes = Math.min(bytesAtOnce, this.#bytes + (passedMs / 1000) * bytesPerSecond);
    this.#wishes = Math.min(wishesAtOnce, this.#wishes + (passedMs / 1000) * wishesPerSecond);
    this.#connects = Math.min(connectsAtOnce, this.#connects + passedMs / connectEveryMs);
  }
}

export interface DeviceBudgets {
  /** The budget of whoever has this token, for one more connection. */
  take(tokenHash: Buffer, now: number): DeviceBudget;
  /** One connection less uses it. */
  release(budget: DeviceBudget): void;
  /** Forgets budgets that nobody uses and that are full again. To be called about once a second. */
  tidy(now: number): void;
  readonly size: number;
}

/** The budgets of all devices that are here, or were until their budget is full again. */
export function createDeviceBudgets(): DeviceBudgets {
  const byKey = new Map<number, DeviceBudget>();
  const unused = new Set<DeviceBudget>();
  return {
    take(tokenHash, now) {
      // Six bytes of a SHA-256 tell devices apart, and a number takes less memory than a text.
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
