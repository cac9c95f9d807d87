import type { AuditDetails, Endpoint, ParsedInputOf } from '@fairwatch/contract';
import type { Reply } from '../../../http/route.ts';

/** How one way to personal data stands in the log: what of it is written down, and the sentence that makes. */
export interface ReadKind<E extends Endpoint = Endpoint> {
  /** The call, or the path under which files are read. It is the entry's `subject`. */
  path: string;
  /**
   * To which part and how much. Null when the answer holds nothing personal, so that nothing is written. What the answer does not
   * say, such as the name behind a phone number, the handler gives as `about`.
   */
  describe(input: ParsedInputOf<E>, answer: Reply<E>, about: Readonly<AuditDetails>): AuditDetails | null;
  /** The sentence, without who. Every detail may be missing: they are erased when the person leaves. */
  words(details: Readonly<AuditDetails>): string;
  /** Tells one part from another: reading the same again within minutes is no news. Left out: the whole input but the device. */
  part?(input: ParsedInputOf<E>, answer: Reply<E>): string;
}

/** Declares how the reads of one endpoint are logged. */
export function read<E extends Endpoint>(endpoint: E, kind: Omit<ReadKind<E>, 'path'>): ReadKind {
  return { ...kind, path: endpoint.path } as ReadKind;
}

/** A call that answers nothing personal although it names a device; a refusal is still written down. */
export function impersonal(endpoint: Endpoint, words: string): ReadKind {
  return { path: endpoint.path, describe: () => null, words: () => words };
}

/** One sentence, whatever was asked. */
export function plain(endpoint: Endpoint, words: string): ReadKind {
  return { path: endpoint.path, describe: (_input, _answer, about) => about, words: () => words };
}

/** One of something, and several. */
export type Noun = readonly [one: string, many: string];

/** "1 contact", "1,921 text messages". */
export function amount(count: number, [one, many]: Noun): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** "(20 of 48)", "(12)", or nothing when nobody counted. */
export function shownOf({ count, total }: Readonly<AuditDetails>, noun?: Noun): string {
  if (count === undefined) return '';
  const all = total ?? count;
  const words = noun ? amount(all, noun) : all.toLocaleString('en');
  return total === undefined || total === count ? ` (${words})` : ` (${count.toLocaleString('en')} of ${words})`;
}
