import {
  capabilities,
  contentSubject,
  endpoints,
  fileCapabilities,
  lineWords,
  nameInSentence,
  objectWords,
  type AuditDetails,
  type LogReader,
  type ReadLine,
} from '@fairwatch/contract';
import { logText } from './words/log-texts.ts';

/** How reads of files are logged, for each capability that has files. */
export const contentReads = fileCapabilities.map((capability) => ({
  path: contentSubject(capability),
  capability,
  summary: `The files of a device that came under ${capabilities[capability].title}`,
  words: ({ object, how }: Readonly<AuditDetails>): string => {
    if (object === undefined) {
      return logText('looked', { what: logText('subject.files', { kind: capabilities[capability].title }) });
    }
    const name = nameInSentence(fileObject(capability, object));
    if (how === 'PREVIEW') return logText('file.preview', { name });
    return logText(how === 'SAVE' ? 'file.saved' : 'file.opened', { name });
  },
}));

/** What a file is called in a line, in the language that is selected. The shared folder's files have the names that somebody gave them. */
function fileObject(capability: string, object: string): string {
  if (capability === 'FILES') return object;
  return objectWords(object, 'objects.photo', 'objects.video', 'objects.app', 'objects.captures');
}

type ReadWords = (details: Readonly<AuditDetails>, reader: LogReader) => string;

/** The words of every read, by the subject of its lines. */
const words: ReadonlyMap<string, ReadWords> = new Map([
  ...endpoints.flatMap(({ path, log }): [string, ReadWords][] =>
    isReadLine(log) ? [[path, (details, reader) => lineWords(log.words, details, reader)]] : [],
  ),
  ...contentReads.map(({ path, words: said }) => [path, said] as const),
]);

/** Describes a read in a sentence; undefined for the path of an endpoint that no longer exists. */
export function readWords(path: string, details: Readonly<AuditDetails>, reader: LogReader): string | undefined {
  return words.get(path)?.(details, reader);
}

/** True for a read that has a line of its own: it is not without one, and not logged like another call. */
export function isReadLine(log: (typeof endpoints)[number]['log']): log is ReadLine {
  return typeof log === 'object' && 'words' in log;
}
