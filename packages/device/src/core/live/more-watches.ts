import { watchKinds, type Watch, type WatchCursor } from '@fairwatch/contract';
import type { WatchPage } from '../client/own-watches.ts';

/** What of the watches is read page by page: the zones, which are one line in the list, or what does not fit into the list. */
export type MoreOf = 'ZONES' | 'OTHERS';

/** The part of a device client that reads pages of watches. */
interface PageReader {
  readWatches(after: WatchCursor | null): Promise<WatchPage>;
}

const beforeZones: WatchCursor = { kind: 'ZONE', id: 0 };

/** Reads the next page. `last` is the one that was read or listed last, except the line of zones. */
export async function readMoreWatches(client: PageReader, of: MoreOf, last: Watch | undefined): Promise<WatchPage> {
  const { watches, more } = await client.readWatches(cursorOf(last) ?? (of === 'ZONES' ? beforeZones : null));
  // The zones come last.
  const wanted = watches.filter(({ kind }) => (kind === 'ZONE') === (of === 'ZONES'));
  return { watches: wanted, more: more && wanted.length === watches.length };
}

function cursorOf(watch: Watch | undefined): WatchCursor | null {
  const kind = watchKinds.find((each) => each === watch?.kind);
  return watch === undefined || kind === undefined ? null : { kind, id: watch.id };
}
