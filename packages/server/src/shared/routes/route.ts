import type { AuditDetails, Endpoint, FormBody, Language, ParsedInputOf } from '@fairwatch/contract';
import type { Reply, SentFile } from '../../core/http/payloads/reply.ts';
import type { CallingDevice } from '../device-state/device-token.ts';
import type { DeviceAccess } from '../device-state/devices.store.ts';
import type { Scope } from '../scope.ts';
import type { Session } from '../session.ts';

/** What a handler gets: valid input of a caller whose access, scope and consent were checked. */
export interface Call<E extends Endpoint> {
  input: ParsedInputOf<E>;
  /** Set on all endpoints except public ones and those of devices. */
  session: E['access'] extends 'public' | 'device' ? null : Session;
  scope: E['access'] extends 'public' | 'device' ? null : Scope;
  /** Set on endpoints of devices. */
  device: E['access'] extends 'device' ? CallingDevice : null;
  caller: {
    address: string;
    userAgent: string;
    origin: string;
    /** In which language they read, as their browser or device says. */
    language: Language;
  };
  /** Set on endpoints that take a form. */
  file: E extends { form: FormBody } ? SentFile : null;
}

/**
 * A response about one device together with the admin's access to it, which was read in the same query or later. The router
 * checks the access before it sends the response.
 */
export interface Gated<Answer> {
  answer: Answer;
  /** Undefined when there is no such device. */
  access: DeviceAccess | undefined;
  /** Details for the log that the response does not contain, such as the name behind a phone number. */
  about?: Readonly<AuditDetails> | undefined;
}

export interface Route<E extends Endpoint = Endpoint> {
  endpoint: E;
  handler(call: Call<E>): Promise<Reply<E> | Gated<Reply<E>>>;
  /** True when the handler returns a `Gated` response: access is checked after reading and before responding. */
  gated?: boolean;
  /** True when the handler does nothing but request a command, whose statement checks the access itself. */
  requestsCommand?: boolean;
}

/** Binds an endpoint of the contract to its handler. */
export function handle<E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Promise<Reply<E>>): Route<E> {
  return { endpoint, handler };
}

/** Like `handle`, for rows of a device: one query reads the rows and the access. */
export function handleGated<E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Gated<Reply<E>>>,
): Route<E> {
  return { endpoint, handler, gated: true };
}

/** Like `handle`, for what only requests a command of a device: one statement checks the access and inserts the command. */
export function handleCommand<E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Reply<E>>,
): Route<E> {
  return { endpoint, handler, requestsCommand: true };
}
