import type { AuditDetails } from './audit-details.ts';
import { listDetails, type ListInput } from './list-details.ts';
import type { LogReader } from './log-reader.ts';
import { amount, shownOf, type ListAnswer, type Noun } from './log-line.ts';

/** A read of a list of a device. */
export function rowsLine(noun: Noun | ((reader: LogReader) => Noun)) {
  const words = (details: Details, reader: LogReader) =>
    listWords(details, typeof noun === 'function' ? noun(reader) : noun);
  return { action: 'READ', describe: describeList, words } as const;
}

/** A read of the commands that a device was given. */
export function historyLine(what: string) {
  const words = (details: Details) => `looked at ${what}${pageWords(details)}${shownOf(details)}`;
  return { action: 'READ', describe: describeList, words } as const;
}

type Details = Readonly<AuditDetails>;

function describeList(input: ListInput, answer: ListAnswer, about: Details): AuditDetails {
  return { ...listDetails(input, answer), ...about };
}

/** Describes what somebody did with a list: exported it, searched it, or looked at a page of it. */
export function listWords(details: Details, noun: Noun): string {
  const { count, search, how } = details;
  const where = narrowedWords(details);
  if (how === 'EXPORT') {
    const rows = count === undefined ? noun[1] : amount(count, noun);
    const found = search === undefined ? '' : ` found for '${search}'`;
    return `exported ${details['atLeast'] ? 'at least ' : ''}${rows}${where}${found}${pageWords(details)}`;
  }
  if (search !== undefined) {
    return `searched ${noun[1]}${where} for '${search}'${foundWords(details)}${pageWords(details)}`;
  }
  return `looked at ${noun[1]}${where}${pageWords(details)}${shownOf(details)}`;
}

/** Describes how many rows a search has found. */
export function foundWords({ count, total = count, ...rest }: Details, noun?: Noun): string {
  if (total === undefined) return '';
  const words = noun ? amount(total, noun) : total.toLocaleString('en');
  return ` (${rest['atLeast'] ? 'at least ' : ''}${words} found)`;
}

/** Describes the filters and the search of a read that is no list. */
export function searchedWords({ search, filter }: Details): string {
  return `${filter === undefined ? '' : `, ${filter}`}${search === undefined ? '' : `, for '${search}'`}`;
}

function narrowedWords({ object, filter }: Details): string {
  return `${object === undefined ? '' : ` ${object}`}${filter === undefined ? '' : `, ${filter}`}`;
}

function pageWords({ page }: Details): string {
  return page === undefined ? '' : `, page ${page}`;
}
