import type { z } from 'zod/mini';
import type { Pagination } from '../../core/http/envelope.ts';
import type { AuditAction, AuditDetails } from './audit-details.ts';
import type { LineWords, PlainLine, SeenLine } from './words/line-words.ts';

/** The line in the log of each device that a call concerns, or the reason why there is none. */
export type Log<Input extends z.ZodMiniType, Output extends z.ZodMiniType, Paged extends boolean> =
  | string
  | ActionLine
  | SameLine
  | ReadLine<Input, Output, Paged>;

/** An act on a device; each request gets its own line. The server's `logWords` has its sentence. */
export interface ActionLine {
  action: Exclude<AuditAction, 'READ'>;
  /** The subject of the line, where it is not the path of the endpoint. */
  subject?: string;
  /** The condition under which it is written; always when omitted. */
  when?: string;
}

/** A read that is logged like that of another call, under its path. */
export interface SameLine {
  action: 'READ';
  subject: string;
  when?: string;
}

/** A read: the details that are stored, and the sentence made from them. */
export interface ReadLine<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Paged extends boolean = boolean,
> {
  action: 'READ';
  subject?: never;
  /** The condition under which it is written; always when omitted. */
  when?: string;
  /**
   * Returns the details of the line: which part was read and how much. Null when the answer contains nothing personal, so that nothing
   * is written. The handler passes as `about` what the answer does not contain, such as the name behind a phone number; without
   * `describe`, that is all.
   */
  describe?(
    input: z.output<Input>,
    answer: Answered<Output, Paged>,
    about: Readonly<AuditDetails>,
  ): AuditDetails | null;
  /** Which sentence is made from the details: see `line-words.ts`. Only who writes the log loads its sentences. */
  words: LineWords;
  /** Returns a key for the part that was read; the same key within five minutes gives no further line. By default the whole input. */
  part?(input: z.output<Input>, answer: Answered<Output, Paged>): string;
}

/** What a handler answers: the rows of a list as JSON. */
type Answered<Output extends z.ZodMiniType, Paged extends boolean> = Paged extends true ? ListAnswer : z.output<Output>;

/** A page of a list whose rows are JSON already. */
export interface ListAnswer {
  json: string;
  pagination: Pagination;
}

/** A read whose lines always have the same sentence. */
export function plainLine(plain: PlainLine) {
  return { action: 'READ', words: { plain } } as const;
}

/** A list over many devices. Each device shown gets a line, once per session, list, search and hour. */
export function seenLine(seen: SeenLine, when = 'once an hour') {
  return { action: 'READ', when, words: { seen } } as const;
}
