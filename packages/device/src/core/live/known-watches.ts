import { foldedZones, type Watch } from '@fairwatch/contract';
import type { Watches } from '../client/device-options.ts';

/** What watches this phone by itself, and which of it the person has seen. It is kept, so that it is shown without a connection. */
export interface KnownWatches extends Watches {
  /** The keys of what the person has seen, as `keyOf` makes them. */
  seen: readonly string[];
}

export const noWatches: KnownWatches = { watches: [], more: 0, seen: [] };

/** Something that was changed is new again, other than by pausing it. The line of zones is new when one was added. */
function keyOf({ kind, id, name, purpose, what, when, until, setAt }: Watch): string {
  if (kind === foldedZones) return JSON.stringify([kind, setAt]);
  return JSON.stringify([kind, id, name, purpose, what, when, until]);
}

/** Replaces the list by the one that the server sent. A watch that is no longer in it also leaves the list of those that were seen. */
export function toldWatches({ seen }: KnownWatches, { watches, more }: Watches): KnownWatches {
  const keys = new Set(watches.map(keyOf));
  return { watches, more, seen: seen.filter((key) => keys.has(key)) };
}

/** Marks everything as seen. */
export function seenWatches(known: KnownWatches): KnownWatches {
  return { ...known, seen: known.watches.map(keyOf) };
}

/** What the person has not seen yet. */
export function newWatches({ watches, seen }: KnownWatches): Watch[] {
  return watches.filter((watch) => !seen.includes(keyOf(watch)));
}
