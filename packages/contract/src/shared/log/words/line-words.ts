import { capabilities, type Capability } from '../../../core/access/capabilities.ts';
import type { LogReader } from '../log-reader.ts';
import {
  lineText,
  objectWords,
  spoken,
  withPage,
  withShown,
  type Details,
  type HistoryLine,
  type Noun,
  type PlainLine,
  type SeenLine,
} from './line-texts.ts';
import { listWords } from './list-words.ts';
import { readSentences, type ReadSentence } from './read-sentences.ts';

export type { HistoryLine, Noun, PlainLine, SeenLine } from './line-texts.ts';

/** The sentence of a read: of a list, of the commands of a device, one that is always the same, a list over many devices, or one of its own. */
export type LineWords =
  | { list: Noun }
  | { history: HistoryLine; kind?: Capability | undefined }
  | { plain: PlainLine }
  | { seen: SeenLine }
  | ReadSentence;

/**
 * Makes the sentence of a read without its actor, in the language that is selected. Any detail may be missing, because details are erased
 * when the person leaves.
 */
export function lineWords(words: LineWords, details: Details, reader: LogReader): string {
  if (typeof words === 'string') return readSentences[words](details, reader);
  if ('list' in words) return listWords(details, words.list, reader);
  if ('plain' in words) return spoken(`plain.${words.plain}`, reader);
  if ('seen' in words) return seenWords(details, words.seen, reader);
  const kind = words.kind && capabilities[words.kind].title;
  return withShown(withPage(lineText(`history.${words.history}`, { kind }), details), details);
}

function seenWords({ search, how, object }: Details, seen: SeenLine, reader: LogReader): string {
  const text = spoken(`seen.what.${seen}`, reader);
  const what =
    object === undefined ? text : lineText('seen.named', { text, object: objectWords(object, 'objects.numbered') });
  if (how === 'EXPORT') return lineText('exported', { what });
  if (search === undefined) return lineText('seen.saw', { what });
  return lineText('seen.found', { among: lineText(`seen.among.${seen}`), search, what });
}
