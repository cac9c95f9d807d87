import type { Readable } from 'node:stream';
import type { Endpoint, OutputOf } from '@fairwatch/contract';
import type { JsonPage } from '../../database/page.ts';

/** The file of a form as a stream. Unread bytes are discarded. */
export type SentFile = Readable & {
  /** Set at the end when the file exceeded the form's limit. The rest was dropped. */
  readonly truncated: boolean;
};

/** The response of an endpoint that returns bytes. */
export interface Bytes {
  headers: Readonly<Record<string, string | number>>;
  body: Readable;
}

/** The data of a response as JSON text, which is sent without being parsed: large answers that PostgreSQL builds. */
export interface JsonText {
  readonly jsonText: string;
}

export function isJsonText(answer: unknown): answer is JsonText {
  return typeof answer === 'object' && answer !== null && 'jsonText' in answer;
}

/** The return type of an endpoint's handler. */
export type Reply<E extends Endpoint> = E extends { answersBytes: true }
  ? Bytes
  : E['paged'] extends true
    ? JsonPage
    : OutputOf<E> | JsonText;
