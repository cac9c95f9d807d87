import type { LogEntry, LogVisit } from '@fairwatch/contract';
import type { DeviceClient } from '@fairwatch/device/core';
import { problemText } from '../../core/components/problem-text.ts';
import { createStore, type Store } from '../../core/live/store.ts';
import type { Database } from '../../core/storage/database.ts';
import { RequestPace } from './request-pace.ts';

/** Part of the log, as far as it was read; newest first. */
interface Stretch<Item> {
  items: readonly Item[];
  /** The server has older ones. */
  more: boolean;
}

export interface LogState {
  /** Null before the first page was read. */
  visits: Stretch<LogVisit> | null;
  isReading: boolean;
  problem: string | null;
  /** The newest entry that the visits cover, as the server counted when they were read. */
  upTo: number;
  /** The single entries of visits that were opened, by `visitKey`. */
  opened: Readonly<Record<string, Stretch<LogEntry>>>;
  /** What the search has read, over the whole log. */
  searched: Stretch<LogEntry>;
  isSearching: boolean;
}

type LogClient = Pick<DeviceClient, 'readLog' | 'readVisits' | 'readVisit'>;

const storedKey = 'log';
const stored = 100;

export function visitKey({ first, last }: LogVisit): string {
  return `${first}-${last}`;
}

/** Reads the device's log, page after page, and keeps what was read: also for when there is no connection. */
export class LogReader {
  readonly state: Store<LogState> = createStore<LogState>({
    visits: null,
    isReading: false,
    problem: null,
    upTo: 0,
    opened: {},
    searched: { items: [], more: true },
    isSearching: false,
  });
  readonly #client: LogClient;
  readonly #database: Pick<Database, 'get' | 'put'>;
  readonly #pace: RequestPace;
  #searching: AbortController | null = null;

  constructor(client: LogClient, database: Pick<Database, 'get' | 'put'>, pace = new RequestPace()) {
    this.#client = client;
    this.#database = database;
    this.#pace = pace;
  }

  /** Shows what was read when the page was open last, until something newer is there. */
  async restore(): Promise<void> {
    const visits = (await this.#database.get('values', storedKey).catch(() => undefined)) as LogVisit[] | undefined;
    if (visits && this.state.get().visits === null) this.state.set({ visits: { items: visits, more: true } });
  }

  /** Reads the newest page again. What was read before stays below it, where the two meet. */
  async readNewest(head: number): Promise<void> {
    await this.#read(async () => {
      const page = await this.#client.readVisits();
      const visits = joinVisits(page, this.state.get().visits);
      this.state.set({ visits, upTo: Math.max(head, page.visits[0]?.last ?? 0) });
      const kept = visits.items.slice(0, stored);
      await this.#database.put('values', kept, storedKey).catch(() => undefined);
    });
  }

  /** Lets the server tell how far the log goes by now: its answer to any question about the log says so. */
  async checkForNews(): Promise<void> {
    // Who only wants to know whether there is more is not told that it failed: it is asked again.
    await this.#client.readVisits().catch(() => undefined);
  }

  async readOlder(): Promise<void> {
    const { visits } = this.state.get();
    const before = visits?.items.at(-1)?.last;
    if (!visits || before === undefined) return;
    await this.#read(async () => {
      const page = await this.#client.readVisits(before);
      this.state.set({ visits: { items: [...visits.items, ...page.visits], more: page.more } });
    });
  }

  /** Reads the entries of a visit, or the next older ones of it. */
  async readVisit(visit: LogVisit): Promise<void> {
    const key = visitKey(visit);
    const known = this.state.get().opened[key];
    const page = await this.#client.readVisit(visit, known?.items.at(-1)?.sequence ?? null);
    const items = [...(known?.items ?? []), ...page.entries];
    this.state.set({ opened: { ...this.state.get().opened, [key]: { items, more: page.more } } });
  }

  /** Reads the whole log, newest first, until its end or `stopSearch`. What was read already is not read again. */
  async search(): Promise<void> {
    if (this.#searching || !this.state.get().searched.more) return;
    const searching = new AbortController();
    this.#searching = searching;
    this.state.set({ isSearching: true, problem: null });
    try {
      while (this.state.get().searched.more) {
        await this.#pace.next(searching.signal);
        const { searched } = this.state.get();
        const page = await this.#client.readLog(searched.items.at(-1)?.sequence ?? null);
        // Stopped, and perhaps begun anew meanwhile: this page belongs to nobody.
        if (searching.signal.aborted) return;
        this.state.set({ searched: { items: [...searched.items, ...page.entries], more: page.more } });
      }
    } catch (error) {
      if (!searching.signal.aborted) this.state.set({ problem: problemText(error) });
    } finally {
      if (this.#searching === searching) this.#searching = null;
      this.state.set({ isSearching: this.#searching !== null });
    }
  }

  stopSearch(): void {
    this.#searching?.abort();
  }

  /** Begins the search anew: there are entries above those that it has read. */
  forgetSearch(): void {
    this.stopSearch();
    this.state.set({ searched: { items: [], more: true } });
  }

  async #read(read: () => Promise<void>): Promise<void> {
    if (this.state.get().isReading) return;
    this.state.set({ isReading: true, problem: null });
    try {
      await read();
    } catch (error) {
      this.state.set({ problem: problemText(error) });
    } finally {
      this.state.set({ isReading: false });
    }
  }
}

/** A visit that went on has the same first entry; it replaces what was known of it. */
function joinVisits(page: { visits: readonly LogVisit[]; more: boolean }, known: Stretch<LogVisit> | null) {
  if (!known || !page.more) return { items: page.visits, more: page.more };
  const firsts = new Set(page.visits.map(({ first }) => first));
  const meet = known.items.some(({ first }) => firsts.has(first));
  if (!meet) return { items: page.visits, more: page.more };
  const oldest = page.visits.at(-1)?.last ?? 0;
  const older = known.items.filter(({ first, last }) => !firsts.has(first) && last < oldest);
  return { items: [...page.visits, ...older], more: older.length > 0 ? known.more : page.more };
}

/** Whether an entry has all the words that were typed, in any order. */
export function matches({ who, what }: LogEntry, typed: string): boolean {
  const text = `${who} ${what}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
