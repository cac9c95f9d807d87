import type { LogVisit } from '@fairwatch/contract';
import { timeText } from './times.ts';

/** What the log says beside its entries. */
export const logWords = {
  title: 'Log',
  intro: 'Everything that anybody did with this phone. No admin can change or delete it.',
  latest: 'Last looked at',
  whole: 'The whole log',
  none: 'Nobody has looked at anything yet.',
  notConnected: 'The log is shown when the server is connected.',
  stale: 'Not connected. This is what was read before; the rest comes when the server is there.',
  reading: 'Reading the log…',
  newEntries: 'New entries',
  older: 'Show older',
  more: 'Show more of this',
} as const;

/** When a visit was, and how many entries it has if there are several. */
export function visitTimeText({ from, to, entries }: Pick<LogVisit, 'from' | 'to' | 'entries'>): string {
  const [begin, end] = [timeText(from), timeText(to)];
  const span = begin === end ? end : `${begin} to ${end}`;
  return entries > 1 ? `${span}, ${entries} entries` : span;
}
