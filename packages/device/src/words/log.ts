import { inReadersTime, translator, type LogVisit, type SentFile } from '@fairwatch/contract';
import texts from './texts/log.texts.json' with { type: 'json' };
import { dateTimeText, timeText } from './times.ts';

/** What the log says beside its entries. */
export const logWords = translator('device/log', texts);

/** When a visit was, and how many entries it has if there are several. */
export function visitTimeText({ from, to, entries }: Pick<LogVisit, 'from' | 'to' | 'entries'>): string {
  const [begin, end] = [timeText(from), timeText(to)];
  const span = begin === end ? end : logWords('span', { begin, end });
  return entries > 1 ? logWords('entries', { span, count: entries }) : span;
}

/** Who did what, in the words of the server, with its times as this phone's clock shows them. */
export function deedText({ who, what }: { who: string; what: string }): string {
  return `${who} ${whatText(what)}`;
}

/** What was done, with its times as this phone's clock shows them. */
export function whatText(what: string): string {
  return inReadersTime(what, dateTimeText);
}

/** Of visits or single entries, those by which something was taken: what left the phone, or was saved from what the server has of it. */
export function takenOf<Item extends { taken?: string | boolean | undefined }>(items: readonly Item[]): Item[] {
  return items.filter(({ taken }) => Boolean(taken));
}

/** What was done in a visit; with `onlyTaken` as much of it as took something. */
export function visitText({ summary, taken }: Pick<LogVisit, 'summary' | 'taken'>, onlyTaken: boolean): string {
  return whatText((onlyTaken && taken) || summary);
}

/** What a file that was sent is called: its name without its folders, or what it is. */
export function sentName({ name, mimeType }: Pick<SentFile, 'name' | 'mimeType'>): string {
  const ownName = name.slice(name.lastIndexOf('/') + 1);
  if (ownName !== '') return ownName;
  const [kind] = mimeType.split('/');
  return logWords(kind === 'image' || kind === 'video' || kind === 'audio' ? `sent.${kind}` : 'sent.other');
}
