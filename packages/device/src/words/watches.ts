import { curlyQuotes, foldedZones, quoted, watchNoun, type Watch } from '@fairwatch/contract';
import { dateTimeText } from './times.ts';
import type { Fact } from './types.ts';

/** What is said about what watches the phone by itself. */
export const watchWords = {
  title: 'What watches this phone',
  fresh: 'New: this watches your phone by itself',
  see: 'See what and why',
  rules:
    'Your switches, your hours and Pause stand above it: what you do not share, a schedule does not get, and an alert does not ring. Each time it asks or rings is a line in the log.',
  isNew: 'New',
  /** Before and after the names of zones were read. */
  zones: ['Show the names of all zones', 'Show more zones'],
  others: ['Show the others', 'Show more'],
} as const;

/** Who set something that watches the phone from now on. */
export function newWatchText({ kind, name, what, when, setBy }: Watch): string {
  if (kind === foldedZones)
    return `${name} are set for this phone, by ${setBy}: ${what.replace('Zones ', '')}. ${when}.`;
  return `${setBy} set the ${watchNoun(kind)} ${quoted(name, curlyQuotes)}: ${what}. ${when}.`;
}

export function moreWatchesText(more: number): string {
  return `And ${more} more.`;
}

/** One of the zones behind their line. */
export function zoneText({ name, setBy, setAt }: Watch): string {
  return `${name}, set by ${setBy} on ${dateTimeText(setAt)}`;
}

/** The mark of a watch that does nothing at the moment. */
export function watchPausedText({ kind }: Pick<Watch, 'kind'>): string {
  return kind === 'ALERT_RULE' ? 'Off' : 'Paused';
}

/** What, when, why, and who set it. */
export function watchFacts({ what, when, purpose, setBy, setAt, until, lastAt }: Watch): Fact[] {
  const end: Fact = ['Until', until === null ? 'No end is set' : dateTimeText(until)];
  const rang: Fact = ['Last rang', lastAt ? dateTimeText(lastAt) : 'Never'];
  return [
    ['What', what],
    ['When', when],
    ['Purpose', purpose],
    ['Set by', setBy],
    ['Since', dateTimeText(setAt)],
    lastAt === undefined ? end : rang,
  ];
}
