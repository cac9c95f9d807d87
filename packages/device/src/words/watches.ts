import { curlyQuotes, foldedZones, quoted, translator, type Watch } from '@fairwatch/contract';
import type { KnownWatches } from '../core/index.ts';
import texts from './texts/watches.texts.json' with { type: 'json' };
import { dateTimeText } from './times.ts';
import type { Fact } from './types.ts';

/** What is said about what watches the phone by itself. */
export const watchWords = translator('device/watches', texts);

/** How many watches there are, in words. */
export function watchesText({ watches, more }: Pick<KnownWatches, 'watches' | 'more'>): string {
  const zones = watches.find(({ kind }) => kind === foldedZones)?.name;
  const others = watches.filter(({ kind }) => kind !== foldedZones);
  const count = others.length + more;
  if (count === 0) return zones === undefined ? watchWords('nothing') : watchWords('watch', { what: zones, count: 2 });
  const kinds = new Set(others.map(({ kind }) => nounOf(kind)));
  const [noun = 'things'] = more === 0 && kinds.size === 1 ? kinds : [];
  const what = watchWords(`counted.${noun}`, { count });
  return zones === undefined ? watchWords('watch', { what, count }) : watchWords('watchWithZones', { what, zones });
}

/** A kind that only a newer server knows has a general name. */
function nounOf(kind: string): keyof typeof texts.noun {
  return kind in texts.noun ? (kind as keyof typeof texts.noun) : 'other';
}

/** Who set something that watches the phone from now on. */
export function newWatchText({ kind, name, what, when, setBy }: Watch): string {
  if (kind === foldedZones) return watchWords('newZones', { name, setBy, what, when });
  const named = { setBy, kind: watchWords(`noun.${nounOf(kind)}`), name: quoted(name, curlyQuotes), when };
  // What a zone does is said by its name.
  return kind === 'ZONE' ? watchWords('newZone', named) : watchWords('newWatch', { ...named, what });
}

export function moreWatchesText(more: number): string {
  return watchWords('more', { count: more });
}

/** One of the zones behind their line. */
export function zoneText({ name, setBy, setAt }: Watch): string {
  return watchWords('zone', { name, setBy, setAt: dateTimeText(setAt) });
}

/** The mark of a watch that does nothing at the moment. */
export function watchPausedText({ kind }: Pick<Watch, 'kind'>): string {
  return watchWords(kind === 'ALERT_RULE' ? 'off' : 'paused');
}

/** What, when, why, and who set it. */
export function watchFacts({ what, when, purpose, setBy, setAt, until, lastAt }: Watch): Fact[] {
  const end: Fact = [watchWords('facts.until'), until === null ? watchWords('noEnd') : dateTimeText(until)];
  const fired: Fact = [watchWords('facts.lastFired'), lastAt ? dateTimeText(lastAt) : watchWords('never')];
  return [
    [watchWords('facts.what'), what],
    [watchWords('facts.when'), when],
    [watchWords('facts.purpose'), purpose],
    [watchWords('facts.setBy'), setBy],
    [watchWords('facts.since'), dateTimeText(setAt)],
    lastAt === undefined ? end : fired,
  ];
}
