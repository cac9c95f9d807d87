import type { LogEntry, LogVisit } from '@fairwatch/contract';
import { byDay, deedText, logWords, problemText, timeText, visitTimeText } from '@fairwatch/device/words';
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

  function row(visit: LogVisit): Block {
    return action(
      deedText({ who: visit.who, what: visit.summary }),
      () => screen.open(createVisitPage(person, visit)),
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
    return [
      ...(read.items.length === 0 ? [dim(logWords('none'))] : []),
      ...byDay(read.items, ({ to }) => to).flatMap(({ day, items }) => [heading(day)].concat(items.map(row))),
      ...(read.more ? [action(logWords('older'), () => reader.readOn(), { key: 'older' })] : []),
    ];
  }

  return {
    view: () => ({
      title: logWords('title'),
      blocks: [
        dim(logWords('intro')),
        ...problem(reader.problem),
        ...(reader.read !== null && !isConnected(device) ? [dim(logWords('stale'))] : []),
        ...(upTo > 0 && live.get().logHead > upTo ? [action(logWords('newEntries'), readNewest, { key: 'new' })] : []),
        ...visitBlocks(),
      ],
    }),
    opened() {
      let { connection } = live.get();
      if (isConnected(device)) void readNewest();
      return live.subscribe(() => {
        if (live.get().connection === connection) return;
        ({ connection } = live.get());
        if (connection === 'connected') void readNewest();
      });
    },
  };
}

/** One visit with its single entries. */
function createVisitPage({ device, screen }: Person, visit: LogVisit): Page {
  const reader = createReader<LogEntry>(async (last) => {
    const { entries, more } = await device.client.log.readVisit(visit, last?.sequence ?? null);
    return { items: entries, more };
  }, screen.refresh);
  return {
    view: () => ({
      title: visit.who,
      blocks: [
        text(deedText({ who: visit.who, what: visit.summary })),
        dim(visitTimeText(visit)),
        ...problem(reader.problem),
        gap,
        ...(reader.read === null && reader.problem === null ? [dim(logWords('reading'))] : []),
        ...(reader.read?.items ?? []).flatMap(({ who, what, recordedAt }) => [
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
