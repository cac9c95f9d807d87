import { translator, type LogVisit } from '@fairwatch/contract';
import texts from './texts/log.texts.json' with { type: 'json' };
import { timeText } from './times.ts';

/** What the log says beside its entries. */
export const logWords = translator('device/log', texts);

/** When a visit was, and how many entries it has if there are several. */
export function visitTimeText({ from, to, entries }: Pick<LogVisit, 'from' | 'to' | 'entries'>): string {
  const [begin, end] = [timeText(from), timeText(to)];
  const span = begin === end ? end : logWords('span', { begin, end });
  return entries > 1 ? logWords('entries', { span, count: entries }) : span;
}
