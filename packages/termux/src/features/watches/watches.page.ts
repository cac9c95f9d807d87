import { foldedZones, type Watch } from '@fairwatch/contract';
import { newWatches, readMoreWatches, type MoreOf } from '@fairwatch/device/core';
import {
  moreWatchesText,
  problemText,
  watchFacts,
  watchPausedText,
  watchWords,
  zoneText,
  watchesText,
} from '@fairwatch/device/words';
import type { Person } from '../../core/person/person.ts';
import { action, dim, facts, heading, problem, text, type Block, type Page } from '../../core/screen/view.ts';

/** Everything that watches this phone by itself: what, when, why, and who set it. */
export function createWatchesPage({ device, screen }: Person): Page {
  const { client, live } = device;
  // What was new when the page was opened is marked as new until it is closed.
  const fresh = newWatches(live.get().watches);
  const isNew = (watch: Watch) => fresh.some(({ kind, id }) => kind === watch.kind && id === watch.id);
  const see = () => {
    if (newWatches(live.get().watches).length > 0) device.markWatchesSeen();
  };
  const more = {
    ZONES: createPages({ client, of: 'ZONES', onChange: screen.refresh }),
    OTHERS: createPages({ client, of: 'OTHERS', onChange: screen.refresh }),
  };

  /** What was read of the rest, and the way to read on. `last` is the last one that is listed. */
  function moreBlocks(of: MoreOf, words: readonly [string, string], last?: Watch): Block[] {
    const pages = more[of];
    const listed =
      of === 'ZONES'
        ? pages.watches.map((zone) => text(zoneText(zone)))
        : pages.watches.flatMap((watch) => watchBlocks(watch, false));
    const [first, further] = words;
    return [
      ...listed,
      ...problem(pages.problem),
      ...(pages.more
        ? [action(pages.watches.length === 0 ? first : further, () => pages.readOn(last), { key: of })]
        : []),
    ];
  }

  return {
    view() {
      const known = live.get().watches;
      const last = known.watches.findLast(({ kind }) => kind !== foldedZones && kind !== 'ZONE');
      return {
        title: watchWords('title'),
        blocks: [
          text(watchesText(known)),
          dim(watchWords('rules')),
          ...known.watches.flatMap((watch) => [
            ...watchBlocks(watch, isNew(watch)),
            ...(watch.kind === foldedZones
              ? moreBlocks('ZONES', [watchWords('zones.first'), watchWords('zones.further')])
              : []),
          ]),
          ...(known.more > 0
            ? [
                heading(moreWatchesText(known.more)),
                ...moreBlocks('OTHERS', [watchWords('others.first'), watchWords('others.further')], last),
              ]
            : []),
        ],
      };
    },
    opened() {
      see();
      return live.subscribe(see);
    },
  };
}

/** Reads what is not in the list, page by page, and keeps why the last one could not be read. */
function createPages({
  client,
  of,
  onChange,
}: {
  client: Parameters<typeof readMoreWatches>[0];
  of: MoreOf;
  onChange: () => void;
}) {
  const pages = {
    watches: [] as readonly Watch[],
    more: true,
    problem: null as string | null,
    async readOn(last: Watch | undefined): Promise<void> {
      try {
        const page = await readMoreWatches(client, of, pages.watches.at(-1) ?? last);
        pages.watches = [...pages.watches, ...page.watches];
        pages.more = page.more;
        pages.problem = null;
      } catch (error) {
        pages.problem = problemText(error);
      } finally {
        onChange();
      }
    },
  };
  return pages;
}

function watchBlocks(watch: Watch, isNew: boolean): Block[] {
  return [
    heading(watch.name),
    ...(isNew ? [text(watchWords('isNew'), 'accent')] : []),
    ...(watch.paused ? [text(watchPausedText(watch), 'warn')] : []),
    facts(watchFacts(watch)),
  ];
}
