import { setTimeout as delay } from 'node:timers/promises';
import type { Endpoint, Envelope, InputOf, OutputOf } from '@fairwatch/contract';
import { faultOf, type Answered, type Outage } from './evaluate.ts';

/** An answer; `data` is null unless the status is 200. */
export interface Told<E extends Endpoint> {
  status: number;
  data: OutputOf<E> | null;
}

/** How long after an outage a request that it broke may take to succeed. */
const backWithinMs = 20_000;
const againMs = 500;
/** No verdict is about speed: other work may go on beside a run. */
const answerWithinMs = 180_000;

/** All requests of a run: what was answered, how long it took, and what was wrong. */
export class Requests {
  readonly outages: Outage[] = [];
  readonly byStatus: Record<string, number> = {};
  readonly #url: string;
  /** What may turn out to be a fault once it is known whether something was down. */
  #doubtful: Answered[] = [];
  readonly #faults: string[] = [];
  #times: number[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  /** Asks once. Never throws: without an answer the status is 0. */
  async ask<E extends Endpoint>(endpoint: E, input: InputOf<E>, token: string | null): Promise<Told<E>> {
    const from = Date.now();
    const started = performance.now();
    const told = await this.#exchange(endpoint, input, token);
    if (told.status === 200) this.#times.push(performance.now() - started);
    this.note({ path: endpoint.path, status: told.status, from, to: Date.now() });
    return told;
  }

  /** Asks again while something is down, as a console does. A request that does not succeed soon after is a fault. */
  async insist<E extends Endpoint>(endpoint: E, input: InputOf<E>, token: string | null): Promise<Told<E>> {
    for (;;) {
      const told = await this.ask(endpoint, input, token);
      if (told.status > 0 && told.status < 500) return told;
      const up = Math.max(...this.outages.map(({ to }) => to), 0);
      if (Date.now() > up + backWithinMs) {
        this.add(`${endpoint.path} did not succeed within ${backWithinMs / 1000} s after an outage`);
        return told;
      }
      await delay(againMs);
    }
  }

  /** Notes the answer to a request that somebody else has made. */
  note(answered: Answered): void {
    const { status } = answered;
    this.byStatus[status] = (this.byStatus[status] ?? 0) + 1;
    if (status === 0 || status >= 500) this.#doubtful.push(answered);
  }

  add(fault: string): void {
    this.#faults.push(fault);
  }

  /** Milliseconds of the successful requests since it was called last. */
  takeTimes(): number[] {
    const times = this.#times;
    this.#times = [];
    return times;
  }

  /** Something is down from now on. Call the result when it is ready again. */
  beginOutage(what: string): () => number {
    const outage = { what, from: Date.now(), to: Number.POSITIVE_INFINITY };
    this.outages.push(outage);
    return () => {
      outage.to = Date.now();
      return outage.to - outage.from;
    };
  }

  /** What was wrong, each with how often. */
  faults(): string[] {
    const all = [...this.#faults, ...this.#doubtful.flatMap((answered) => faultOf(answered, this.outages) ?? [])];
    return Array.from(
      Map.groupBy(all, (fault) => fault),
      ([fault, { length }]) => `${fault} (${length} times)`,
    );
  }

  async #exchange<E extends Endpoint>(endpoint: E, input: InputOf<E>, token: string | null): Promise<Told<E>> {
    try {
      const response = await fetch(new URL(endpoint.path, this.#url), {
        method: endpoint.method,
        headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
        ...(endpoint.method !== 'GET' && { body: JSON.stringify(input) }),
        signal: AbortSignal.timeout(answerWithinMs),
      });
      const envelope = (await response.json()) as Envelope<OutputOf<E>>;
      return { status: response.status, data: response.status === 200 ? envelope.data : null };
    } catch {
      return { status: 0, data: null };
    }
  }
}
