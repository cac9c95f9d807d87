import type { LogEntry, LogVisit, VisitRange } from '@fairwatch/contract';
import type { RequestQueue } from '../sharing/request-queue.ts';

/** Reads the log of this device from the server. Each method returns a page, newest first. */
export class OwnLog {
  readonly #requests: Pick<RequestQueue, 'ask'>;

  constructor(requests: Pick<RequestQueue, 'ask'>) {
    this.#requests = requests;
  }

  /** `before` continues below an entry. */
  async read(before: number | null = null): Promise<{ entries: LogEntry[]; more: boolean }> {
    const { entries, more } = await this.#requests.ask({ type: 'log-request', before, facts: true }, 'log');
    return { entries, more };
  }

  /** The log grouped by visit; `before` is the `last` of the visit that was read last. */
  async readVisits(before: number | null = null): Promise<{ visits: LogVisit[]; more: boolean }> {
    const request = { type: 'log-request', before, grouped: true, facts: true } as const;
    const { visits, more } = await this.#requests.ask(request, 'log-visits');
    return { visits, more };
  }

  /** The entries of one visit; `before` continues below an entry. */
  async readVisit(
    { first, last }: VisitRange,
    before: number | null = null,
  ): Promise<{ entries: LogEntry[]; more: boolean }> {
    const request = { type: 'log-request', before, visit: { first, last }, facts: true } as const;
    const { entries, more } = await this.#requests.ask(request, 'log');
    return { entries, more };
  }
}
