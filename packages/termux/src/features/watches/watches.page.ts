import type { Watch } from '@fairwatch/contract';
import { newWatches, watchesText } from '@fairwatch/device/core';
import { moreWatchesText, watchFacts, watchPausedText, watchWords } from '@fairwatch/device/words';
import type { Person } from '../../core/person/person.ts';
import { dim, facts, heading, text, type Block, type Page } from '../../core/screen/view.ts';

/** Everything that watches this phone by itself: what, when, why, and who set it. */
export function createWatchesPage({ device }: Person): Page {
  const { live } = device;
  // What was new when the page was opened is marked as new until it is closed.
  const fresh = newWatches(live.get().watches);
  const isNew = (watch: Watch) => fresh.some(({ kind, id }) => kind === watch.kind && id === watch.id);
  const see = () => {
    if (newWatches(live.get().watches).length > 0) device.markWatchesSeen();
  };
  return {
    view() {
      const known = live.get().watches;
      return {
        title: watchWords.title,
        blocks: [
          text(watchesText(known)),
          dim(watchWords.rules),
          ...known.watches.flatMap((watch) => watchBlocks(watch, isNew(watch))),
          ...(known.more > 0 ? [heading(moreWatchesText(known.more))] : []),
        ],
      };
    },
    opened() {
      see();
      return live.subscribe(see);
    },
  };
}

function watchBlocks(watch: Watch, isNew: boolean): Block[] {
  return [
    heading(watch.name),
    ...(isNew ? [text(watchWords.isNew, 'accent')] : []),
    ...(watch.paused ? [text(watchPausedText(watch), 'warn')] : []),
    facts(watchFacts(watch)),
  ];
}
