import type { LogEntry, LogVisit } from '@fairwatch/contract';
import { createStore, RateLimiter, type OwnLog, type Store } from '@fairwatch/device/core';
import { problemText, takenOf } from '@fairwatch/device/words';
import type { Database } from '../../core/storage/database.ts';

/** The loaded part of the log, newest first. */
interface LoadedPart<Item> {
  items: readonly Item[];
  /** The server has older ones. */
  more: boolean;
}

export interface LogState {
  /** Null before the first page was read. */
  visits: LoadedPart<LogVisit> | null;
  isReading: boolean;
  problem: string | null;
  /** The newest log entry when the visits were loaded. */
  upTo: number;
  /** The single entries of visits that were opened, by `visitKey`. */
  opened: Readonly<Record<string, LoadedPart<LogEntry>>>;
  /** The entries that the search has loaded. */
  searched: LoadedPart<LogEntry>;
  isSearching: boolean;
}

type PagedLog = Pick<OwnLog, 'read' | 'readVisits' | 'readVisit'>;

const storedKey = 'log';
const stored = 100;

export function visitKey({ first, last }: LogVisit): string {
  return `${first}-${last}`;
}

/** Loads the device's log page by page, and stores it for when there is no connection. */
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
  readonly #log: PagedLog;
  readonly #database: Pick<Database, 'get' | 'put'>;
  readonly #limiter: RateLimiter;
  #searching: AbortController | null = null;
  #readingTaken: AbortController | null = null;

  constructor(log: PagedLog, database: Pick<Database, 'get' | 'put'>, limiter = new RateLimiter()) {
    this.#log = log;
    this.#database = database;
    this.#limiter = limiter;
  }

  /** Shows the stored part of the log until something newer is loaded. */
  async restore(): Promise<void> {
    const visits = (await this.#database.get('values', storedKey).catch(() => undefined)) as LogVisit[] | undefined;
    if (visits && this.state.get().visits === null) this.state.set({ visits: { items: visits, more: true } });
  }

  /** Loads the newest page again. Older visits stay below it, unless there is a gap between the two. */
  async readNewest(head: number): Promise<void> {
    await this.#read(async () => {
      const page = await this.#log.readVisits();
      const visits = joinVisits(page, this.state.get().visits);
      this.state.set({ visits, upTo: Math.max(head, page.visits[0]?.last ?? 0) });
      const kept = visits.items.slice(0, stored);
      await this.#database.put('values', kept, storedKey).catch(() => undefined);
    });
  }

  /** Requests a page of the log, because each response also updates the newest entry that the device knows. */
  async checkForNewEntries(): Promise<void> {
    // An error is ignored, since the check is repeated.
    await this.#log.readVisits().catch(() => undefined);
  }

  async readOlder(): Promise<void> {
    const { visits } = this.state.get();
    const before = visits?.items.at(-1)?.last;
    if (!visits || before === undefined) return;
    await this.#read(async () => {
      const page = await this.#log.readVisits(before);
      this.state.set({ visits: { items: [...visits.items, ...page.visits], more: page.more } });
    });
  }

  /** Loads older pages until so many visits in which something was taken are there, the log ends, or `stopReadingTaken`. */
  async readOlderTaken(wanted: number): Promise<void> {
    this.stopReadingTaken();
    const reading = new AbortController();
    this.#readingTaken = reading;
    this.state.set({ problem: null });
    const isMissing = () => {
      const { visits, problem } = this.state.get();
      return visits?.more === true && problem === null && takenOf(visits.items).length < wanted;
    };
    try {
      while (isMissing()) {
        await this.#limiter.next(reading.signal);
        await this.readOlder();
      }
    } catch (error) {
      if (!reading.signal.aborted) throw error;
    }
  }

  stopReadingTaken(): void {
    this.#readingTaken?.abort();
  }

  /** Loads the newest entries of a visit, or the next older page. */
  async readVisit(visit: LogVisit): Promise<void> {
    const key = visitKey(visit);
    const loaded = this.state.get().opened[key];
    const page = await this.#log.readVisit(visit, loaded?.items.at(-1)?.sequence ?? null);
    const items = [...(loaded?.items ?? []), ...page.entries];
    this.state.set({ opened: { ...this.state.get().opened, [key]: { items, more: page.more } } });
  }

  /** Loads the whole log, newest first, until its end or `stopSearch`. Entries that are loaded already are not loaded again. */
  async search(): Promise<void> {
    if (this.#searching || !this.state.get().searched.more) return;
    const searching = new AbortController();
    this.#searching = searching;
    this.state.set({ isSearching: true, problem: null });
    try {
      while (this.state.get().searched.more) {
        await this.#limiter.next(searching.signal);
        const { searched } = this.state.get();
        const page = await this.#log.read(searched.items.at(-1)?.sequence ?? null);
        // The search was stopped, and perhaps started again: this page is stale.
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

  /** Discards the loaded entries, since there are newer ones. */
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

/** Merges visits. A visit that went on has the same first entry, and replaces the loaded one. */
function joinVisits(page: { visits: readonly LogVisit[]; more: boolean }, loaded: LoadedPart<LogVisit> | null) {
  if (!loaded || !page.more) return { items: page.visits, more: page.more };
  const firsts = new Set(page.visits.map(({ first }) => first));
  const meet = loaded.items.some(({ first }) => firsts.has(first));
  if (!meet) return { items: page.visits, more: page.more };
  const oldest = page.visits.at(-1)?.last ?? 0;
  const older = loaded.items.filter(({ first, last }) => !firsts.has(first) && last < oldest);
  return { items: [...page.visits, ...older], more: older.length > 0 ? loaded.more : page.more };
}

/** Whether an entry has all the words that were typed, in any order. */
export function matches({ who, what }: LogEntry, typed: string): boolean {
  const text = `${who} ${what}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
