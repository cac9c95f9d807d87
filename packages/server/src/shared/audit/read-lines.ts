import {
  capabilities,
  contentSubject,
  endpoints,
  fileCapabilities,
  nameInSentence,
  type AuditDetails,
  type LogReader,
  type ReadLine,
} from '@fairwatch/contract';

/** How reads of files are logged, for each capability that has files. */
export const contentReads = fileCapabilities.map((capability) => ({
  path: contentSubject(capability),
  capability,
  summary: `The files of a device that came under ${capabilities[capability].title}`,
  words: ({ object, how }: Readonly<AuditDetails>): string => {
    if (object === undefined) return `looked at files of ${capabilities[capability].title}`;
    const name = nameInSentence(object);
    if (how === 'PREVIEW') return `looked at the preview of ${name}`;
    return how === 'SAVE' ? `downloaded ${name}` : `opened ${name}`;
  },
}));

/** The words of every read, by the subject of its lines. */
const words: ReadonlyMap<string, ReadLine['words']> = new Map([
  ...endpoints.flatMap(({ path, log }) => (isReadLine(log) ? [[path, log.words] as const] : [])),
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
