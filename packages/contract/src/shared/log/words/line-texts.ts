import { retell } from '../../../core/texts/retell.ts';
import { findText, translator, type TextValues } from '../../../core/texts/translator.ts';
import type { AuditDetails } from '../audit-details.ts';
import type { LogReader } from '../log-reader.ts';
import texts from './log-lines.texts.json' with { type: 'json' };

const file = 'contract/log-lines';
export const lineText = translator(file, texts);

type Texts = typeof texts;
export type Details = Readonly<AuditDetails>;
/** What the rows of a list are. */
export type Noun = keyof Texts['nouns'];
export type PlainLine = keyof Texts['plain'];
export type SeenLine = keyof Texts['seen']['what'];
export type HistoryLine = keyof Texts['history'];
export type Amount = 'points' | 'pictures' | 'messages' | 'files';

type StoredObject = `objects.${keyof Texts['objects']}`;

/** What a line is about, which is stored in English, in the language that is selected. `keys` are the forms that it can have. */
export function objectWords(object: string, ...keys: StoredObject[]): string {
  return retell(file, texts, keys, object);
}

/** The text of a key that has one for the person and one for admins, or one for both. */
export function spoken(key: string, reader: LogReader, values?: TextValues): string {
  const own = findText(file, `${key}.${reader}`, values);
  return String(typeof own === 'string' ? own : findText(file, key, values));
}

const nounKey = (noun: Noun, reader: LogReader) =>
  noun === 'notifications' ? (`nouns.notifications.${reader}` as const) : (`nouns.${noun}` as const);

/** All rows of a list: "contacts". */
export const allOf = (noun: Noun, reader: LogReader) => lineText(`${nounKey(noun, reader)}.all`);

/** Some rows of a list: "1,921 text messages". */
export const someOf = (noun: Noun, reader: LogReader, count: number) =>
  lineText(`${nounKey(noun, reader)}.some`, { count });

export const amountOf = (what: Amount, count: number) => lineText(`amounts.${what}`, { count });

/** Adds in brackets how many rows were shown: "(20 of 48)" or "(12)"; nothing when the count is unknown. */
export function withShown(text: string, { count, total }: Details, what?: Amount): string {
  if (count === undefined) return text;
  const all = total ?? count;
  const amount = what === undefined ? numberText(all) : amountOf(what, all);
  const shown =
    total === undefined || total === count ? amount : lineText('shownOf', { shown: numberText(count), all: amount });
  return lineText('with.amount', { text, amount: shown });
}

/** Adds in brackets how many rows a search has found; nothing when it is unknown. */
export function withFound(text: string, { count, total = count, atLeast }: Details, noun?: Noun): string {
  if (total === undefined) return text;
  const amount = noun === undefined ? numberText(total) : someOf(noun, 'admin', total);
  return lineText('with.amount', { text, amount: lineText(atLeast ? 'foundAtLeast' : 'found', { amount }) });
}

export function withPage(text: string, { page }: Details): string {
  return page === undefined ? text : lineText('with.page', { text, page });
}

const numberText = (count: number) => lineText('number', { count });
