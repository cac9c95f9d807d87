import type { LogReader } from '../log-reader.ts';
import { filterWords } from './filter-words.ts';
import {
  allOf,
  lineText,
  objectWords,
  someOf,
  withFound,
  withPage,
  withShown,
  type Details,
  type Noun,
} from './line-texts.ts';

/** What somebody did with a list: exported it, searched it once or several times, or looked at a page of it. */
export function listWords(details: Details, noun: Noun, reader: LogReader): string {
  const { count, search, how, atLeast, times } = details;
  if (how === 'EXPORT') {
    const rows = narrowed(count === undefined ? allOf(noun, reader) : someOf(noun, reader, count), details);
    const found = search === undefined ? rows : lineText('with.foundFor', { text: rows, search });
    return lineText(atLeast ? 'exportedAtLeast' : 'exported', { what: withPage(found, details) });
  }
  const what = narrowed(allOf(noun, reader), details);
  if (typeof times === 'number') return withFound(lineText('searchedTimes', { what, count: times }), details);
  if (search !== undefined) return withPage(withFound(lineText('searched', { what, search }), details), details);
  return withShown(lineText('looked', { what: withPage(what, details) }), details);
}

function narrowed(text: string, details: Details): string {
  const { object } = details;
  const named =
    object === undefined ? text : lineText('with.object', { text, object: objectWords(object, 'objects.with') });
  const filter = filterWords(details);
  return filter === '' ? named : lineText('with.filter', { text: named, filter });
}
