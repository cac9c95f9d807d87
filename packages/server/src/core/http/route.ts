import type { Readable } from 'node:stream';
import type {
  Actor,
  AdminRole,
  AuditDetails,
  Endpoint,
  FormBody,
  OutputOf,
  Pagination,
  ParsedInputOf,
} from '@fairwatch/contract';
import type { CallingDevice } from '../devices/device-token.ts';
import type { DeviceAccess } from '../devices/devices.store.ts';
import type { Scope } from '../scope.ts';

/** The signed-in account behind a request. */
export interface Session extends Actor {
  tokenHash: Buffer;
  userId: number;
  username: string;
  adminRole: AdminRole;
}

/** What a handler gets: input that fits the contract, from a caller whose access, scope and consent were checked. */
export interface Call<E extends Endpoint> {
  input: ParsedInputOf<E>;
  /** Present on every endpoint but the public ones and those of devices. */
  session: E['access'] extends 'public' | 'device' ? null : Session;
  scope: E['access'] extends 'public' | 'device' ? null : Scope;
  /** Present on endpoints of devices. */
  device: E['access'] extends 'device' ? CallingDevice : null;
  caller: { address: string; userAgent: string; origin: string };
  /** Present on endpoints that take a form. */
  file: E extends { form: FormBody } ? SentFile : null;
}

/** The file of a form, as it arrives. What its reader leaves is thrown away. */
export type SentFile = Readable & {
  /** Set at its end when more came than the form may carry; that was left out. */
  readonly truncated: boolean;
};

/** The answer of an endpoint that gives bytes. */
export interface Bytes {
  headers: Readonly<Record<string, string | number>>;
  body: Readable;
}

/** One page of a list whose rows PostgreSQL already wrote as JSON: passed on as it is. */
export interface JsonPage {
  json: string;
  pagination: Pagination;
}

/** What was read of one device, with what decides whether this admin may see it, read at the same moment or later. */
export interface Gated<Answer> {
  answer: Answer;
  /** Undefined when there is no such device. */
  access: DeviceAccess | undefined;
  /** What the log tells beside what the answer says, such as the name behind a phone number. */
  about?: Readonly<AuditDetails> | undefined;
}

/** What the handler of an endpoint gives back. */
export type Reply<E extends Endpoint> = E extends { answersBytes: true }
  ? Bytes
  : E['paged'] extends true
    ? JsonPage
    : OutputOf<E>;

export interface Route<E extends Endpoint = Endpoint> {
  endpoint: E;
  handler(call: Call<E>): Promise<Reply<E> | Gated<Reply<E>>>;
  /** Set when the handler gives what is `Gated`: the device is judged after reading, before anything is answered. */
  gated?: boolean;
}

/** Binds an endpoint of the contract to what answers it. */
export function handle<E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Promise<Reply<E>>): Route<E> {
  return { endpoint, handler };
}

/** The same for the rows of a device: one question to the database for the rows and for whether they may be seen. */
export function handleGated<E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Gated<Reply<E>>>,
): Route<E> {
  return { endpoint, handler, gated: true };
}
