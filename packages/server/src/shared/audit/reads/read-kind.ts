import type { AuditDetails, Endpoint, ParsedInputOf } from '@fairwatch/contract';
import type { Reply } from '../../../core/http/payloads/reply.ts';

/** How reads by one endpoint are logged: the details that are stored, and the sentence made from them. */
export interface ReadKind<E extends Endpoint = Endpoint> {
  /** The path of the endpoint, or the subject under which files are read. It is the entry's `subject`. */
  path: string;
  /**
   * Returns the details of the entry: which part was read and how much. Null when the response contains nothing personal, so
   * that nothing is written. The handler passes as `about` what the response does not contain, such as the name behind a
   * phone number.
   */
  describe(input: ParsedInputOf<E>, answer: Reply<E>, about: Readonly<AuditDetails>): AuditDetails | null;
  /** Returns the sentence without its actor. Any detail may be missing, because details are erased when the person leaves. */
  words(details: Readonly<AuditDetails>): string;
  /**
   * Returns a key for the part that was read; the same key within five minutes gives no further entry. By default it is the
   * whole input except the device.
   */
  part?(input: ParsedInputOf<E>, answer: Reply<E>): string;
}

/** Declares how the reads of one endpoint are logged. */
export function read<E extends Endpoint>(endpoint: E, kind: Omit<ReadKind<E>, 'path'>): ReadKind {
  return { ...kind, path: endpoint.path } as ReadKind;
}

/** Declares an endpoint whose response contains nothing personal although it names a device. Refusals are still logged. */
export function impersonal(endpoint: Endpoint, words: string): ReadKind {
  return { path: endpoint.path, describe: () => null, words: () => words };
}

/** Declares an endpoint whose entries always have the same sentence. */
export function plain(endpoint: Endpoint, words: string): ReadKind {
  return { path: endpoint.path, describe: (_input, _answer, about) => about, words: () => words };
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
