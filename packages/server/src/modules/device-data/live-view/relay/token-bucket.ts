/** Limits a rate: so much at once, and so much a second in the long run. */
export class TokenBucket {
  readonly #atOnce: number;
  readonly #perSecond: number;
  #tokens: number;
  #filledAt: number;

  constructor({ atOnce, perSecond }: { atOnce: number; perSecond: number }, now: number) {
    this.#atOnce = atOnce;
    this.#perSecond = perSecond;
    this.#tokens = atOnce;
    this.#filledAt = now;
  }

  /** True when there is so much; it is not taken yet. */
  has(amount: number, now: number): boolean {
    this.#fill(now);
    return this.#tokens >= amount;
  }

  take(amount: number): void {
    this.#tokens -= amount;
  }

  #fill(now: number): void {
    const passedMs = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    this.#tokens = Math.min(this.#atOnce, this.#tokens + (passedMs / 1000) * this.#perSecond);
  }
}
