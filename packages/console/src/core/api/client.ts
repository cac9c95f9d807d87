import { clientErrors, type Endpoint, type InputOf, type OutputOf } from '@fairwatch/contract';
import { endSession } from '../session/end-session.ts';
import { tellSilence } from '../connection/silence.ts';
import { tokenCookie } from '../session/token-cookie.ts';
import { ApiError, isServerAway } from './api-error.ts';
import { throughGate } from './device-gate.ts';
import { apiBaseUrl } from './environments.ts';
import { openAnswer } from './open-answer.ts';
import { payloadCipher } from './payload.ts';
import { readAnswer, type Answer } from './read-answer.ts';
import { takeSentAlready } from './sent-already.ts';
import { timed } from './request-timing.ts';

export type { Answer } from './read-answer.ts';

/** A call as `fetch` takes it. */
export function requestOf(endpoint: Endpoint, body: string, token: string | null): RequestInit {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  if (endpoint.method === 'GET') return { method: 'GET', headers };
  headers['content-type'] = 'application/json';
  return { method: 'POST', headers, body };
}

/** Without a pause in PLAINTEXT, so that a call has left when `call` returns. */
export function bodyOf(endpoint: Endpoint, input: unknown): string | Promise<string> {
  const json = JSON.stringify(input);
  const cipher = endpoint.method === 'GET' ? null : payloadCipher();
  return cipher?.then(async ({ encryptText }) => JSON.stringify({ data: await encryptText(json) })) ?? json;
}

/** A call that takes longer has failed: a connection that was cut without notice would keep it waiting for minutes. */
const answerWithinMs = 30_000;

interface Received {
  status: number;
  /** Undefined for whatever is not JSON, as a proxy's error page. */
  body: unknown;
}

/**
 * Sends a request, unless `sent` is the answer to it, and reads the whole answer, in bounded time. Rethrows only what the caller's
 * own signal caused.
 */
async function send(
  url: string,
  request: RequestInit,
  signal?: AbortSignal,
  sent?: Promise<Response> | null,
): Promise<Received> {
  const patience = new AbortController();
  const giveUp = () => patience.abort();
  const timer = setTimeout(giveUp, answerWithinMs);
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    const response = await (sent
      ? unlessAborted(sent, patience.signal)
      : fetch(url, { ...request, signal: patience.signal }));
    const body: unknown = await response.json().catch((error: unknown) => {
      if (patience.signal.aborted) throw error;
      return undefined;
    });
    return { status: response.status, body };
  } catch (error) {
    if (signal?.aborted) throw error;
    if (patience.signal.aborted) throw new ApiError(clientErrors.no_answer_in_time, 0, 'no_answer_in_time');
    throw new ApiError(clientErrors.socket_unreachable, 0);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** What was sent without this signal cannot be taken back, but nobody waits for it any longer. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    promise.then(resolve, reject);
  });
}

/** Makes one call of the contract. Throws `ApiError` with a text fit for the admin. */
export function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<Answer<OutputOf<E>>> {
  return throughGate({ endpoint, input, signal }, () =>
    timed(endpoint.path, () => exchange(endpoint, input, signal)).catch((error: unknown) => {
      if (isServerAway(error)) tellSilence();
      throw error;
    }),
  );
}

async function exchange<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<Answer<OutputOf<E>>> {
  const token = tokenCookie.read();
  const body = bodyOf(endpoint, input);
  const url = apiBaseUrl + endpoint.path;
  const sent = typeof body === 'string' ? takeSentAlready(url, token, body) : null;
  const request = requestOf(endpoint, typeof body === 'string' ? body : await body, token);
  const { status, body: answer } = await send(url, request, signal, sent);
  try {
    return readAnswer<OutputOf<E>>(await openAnswer(answer, status), status);
  } finally {
    // A late refusal of an old token must not end the session that has begun since.
    const refused = status === 401 && endpoint.access !== 'public';
    if (refused && tokenCookie.read() === token) endSession('expired');
  }
}
