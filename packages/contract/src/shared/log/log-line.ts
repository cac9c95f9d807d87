import type { z } from 'zod/mini';
import type { Pagination } from '../../core/http/envelope.ts';
import type { AuditAction, AuditDetails } from './audit-details.ts';
import type { LogReader } from './log-reader.ts';

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
  /**
   * Returns the sentence without its actor, for the person or an admin. Any detail may be missing, because details are erased when the person
   * leaves.
   */
  words(details: Readonly<AuditDetails>, reader: LogReader): string;
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
export function plainLine(words: Spoken) {
  return {
    action: 'READ',
    words: (_details: Readonly<AuditDetails>, reader: LogReader) => spoken(words, reader),
  } as const;
}

/** Words that are the same for every reader, or depend on who reads them. */
type Spoken = string | ((reader: LogReader) => string);

function spoken(words: Spoken, reader: LogReader): string {
  return typeof words === 'string' ? words : words(reader);
}

/** A list over many devices. Each device shown gets a line, once per session, list, search and hour. */
export function seenLine(what: Spoken, among: string, when = 'once an hour') {
  const words = ({ search, how, object }: Readonly<AuditDetails>, reader: LogReader) => {
    const seen = spoken(what, reader);
    const part = object === undefined ? seen : `${seen}: ${object}`;
    if (how === 'EXPORT') return `exported ${part}`;
    return search === undefined ? `saw ${part}` : `searched ${among} for '${search}' and saw ${part}`;
  };
  return { action: 'READ', when, words } as const;
}

/** A noun in singular and plural. */
export type Noun = readonly [one: string, many: string];

/** Formats a count with its noun: "1 contact", "1,921 text messages". */
export function amount(count: number, [one, many]: Noun): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** Formats how many rows were shown: "(20 of 48)" or "(12)"; empty when the count is unknown. */
export function shownOf({ count, total }: Readonly<AuditDetails>, noun?: Noun): string {
  if (count === undefined) return '';
  const all = total ?? count;
  const words = noun ? amount(all, noun) : all.toLocaleString('en');
  return total === undefined || total === count ? ` (${words})` : ` (${count.toLocaleString('en')} of ${words})`;
}
