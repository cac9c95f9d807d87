import type { LogEntry, LogVisit } from '@fairwatch/contract';
import { RateLimiter } from '@fairwatch/device/core';
import {
  byDay,
  deedText,
  logWords,
  problemText,
  takenOf,
  timeText,
  visitText,
  visitTimeText,
} from '@fairwatch/device/words';
import { isConnected, type Person } from '../../core/person/person.ts';
import { action, dim, gap, heading, problem, text, type Block, type Page } from '../../core/screen/view.ts';

/** What was read of a log, newest first. */
interface Read<Item> {
  items: readonly Item[];
  /** The server has older ones. */
  more: boolean;
}

/** Reads pages one after the other, and keeps why the last one could not be read. */
function createReader<Item>(readPage: (last: Item | undefined) => Promise<Read<Item>>, onChange: () => void) {
  const reader = {
    read: null as Read<Item> | null,
    isReading: false,
    problem: null as string | null,
    /** Reads the next older page, or the newest one again. */
    async readOn(again = false): Promise<void> {
      if (reader.isReading) return;
      reader.isReading = true;
      const known = again ? [] : (reader.read?.items ?? []);
      try {
        const page = await readPage(known.at(-1));
        reader.read = { items: [...known, ...page.items], more: page.more };
        reader.problem = null;
      } catch (error) {
        reader.problem = problemText(error);
      } finally {
        reader.isReading = false;
        onChange();
      }
    },
  };
  return reader;
}

/** Creates the page of the log, which lists who did what with this phone, when, how much and why. */
export function createLogPage(person: Person): Page {
  const { device, screen } = person;
  const { client, live } = device;
  /** The newest entry when the visits were read. */
  let upTo = 0;
  const reader = createReader<LogVisit>(async (last) => {
    const head = live.get().logHead;
    const { visits, more } = await client.log.readVisits(last?.last ?? null);
    if (!last) upTo = Math.max(head, visits[0]?.last ?? 0);
    return { items: visits, more };
  }, screen.refresh);
  const readNewest = () => reader.readOn(true);
  const limiter = new RateLimiter();
  let onlyTaken = false;
  let reading = new AbortController();
  const shown = () => (onlyTaken ? takenOf(reader.read?.items ?? []) : (reader.read?.items ?? []));

  /** Reads on until so many visits are shown in which something was taken, the log ends, or the page is left. */
  async function readTaken(wanted: number): Promise<void> {
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    const isMissing = () =>
      !signal.aborted && reader.read?.more === true && reader.problem === null && shown().length < wanted;
    while (isMissing()) {
      await limiter.next(signal).catch(() => undefined);
      if (!signal.aborted) await reader.readOn();
    }
  }

  function changeTaken(): void {
    onlyTaken = !onlyTaken;
    screen.refresh();
    if (onlyTaken) void readTaken(1);
    else reading.abort();
  }

  function readOlder(): Promise<void> {
    return onlyTaken ? readTaken(shown().length + 1) : reader.readOn();
  }

  function row(visit: LogVisit): Block {
    return action(
      `${visit.who} ${visitText(visit, onlyTaken)}`,
      () => screen.open(createVisitPage(person, visit, onlyTaken)),
      {
        key: `visit ${visit.first}`,
        hints: [visitTimeText(visit)],
      },
    );
  }

  function visitBlocks(): Block[] {
    const { read } = reader;
    if (read === null) {
      return [dim(isConnected(device) ? logWords('reading') : logWords('notConnected'))];
    }
    const visits = shown();
    const isEmpty = visits.length === 0 && !(onlyTaken && read.more);
    return [
      ...(isEmpty ? [dim(logWords(onlyTaken ? 'nothingTaken' : 'none'))] : []),
      ...byDay(visits, ({ to }) => to).flatMap(({ day, items }) => [heading(day)].concat(items.map(row))),
      ...(read.more ? [action(logWords('older'), readOlder, { key: 'older' })] : []),
    ];
  }

  return {
    view: () => ({
      title: logWords('title'),
      blocks: [
        dim(logWords('intro')),
        action(logWords('onlyTaken'), changeTaken, {
          key: 'only taken',
          mark: onlyTaken ? '[x]' : '[ ]',
          hints: [logWords('onlyTakenHint')],
        }),
        ...problem(reader.problem),
        ...(reader.read !== null && !isConnected(device) ? [dim(logWords('stale'))] : []),
        ...(upTo > 0 && live.get().logHead > upTo ? [action(logWords('newEntries'), readNewest, { key: 'new' })] : []),
        ...visitBlocks(),
      ],
    }),
    opened() {
      let { connection } = live.get();
      if (isConnected(device)) void readNewest();
      const unsubscribe = live.subscribe(() => {
        if (live.get().connection === connection) return;
        ({ connection } = live.get());
        if (connection === 'connected') void readNewest();
      });
      return () => {
        unsubscribe();
        reading.abort();
      };
    },
  };
}

/** One visit with its single entries, or with those by which something was taken. */
function createVisitPage({ device, screen }: Person, visit: LogVisit, onlyTaken: boolean): Page {
  const reader = createReader<LogEntry>(async (last) => {
    const { entries, more } = await device.client.log.readVisit(visit, last?.sequence ?? null);
    return { items: entries, more };
  }, screen.refresh);
  const entries = () => reader.read?.items ?? [];
  return {
    view: () => ({
      title: visit.who,
      blocks: [
        text(`${visit.who} ${visitText(visit, onlyTaken)}`),
        dim(visitTimeText(visit)),
        ...problem(reader.problem),
        gap,
        ...(reader.read === null && reader.problem === null ? [dim(logWords('reading'))] : []),
        ...(onlyTaken ? takenOf(entries()) : entries()).flatMap(({ who, what, recordedAt }) => [
          text(deedText({ who, what })),
          dim(timeText(recordedAt)),
        ]),
        ...(reader.read?.more || reader.problem !== null
          ? [
              action(reader.problem === null ? logWords('more') : logWords('tryAgain'), () => reader.readOn(), {
                key: 'more',
              }),
            ]
          : []),
      ],
    }),
    opened: () => void reader.readOn(),
  };
}
