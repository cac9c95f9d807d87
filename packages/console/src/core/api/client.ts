import type { Endpoint, InputOf, OutputOf } from '@fairwatch/contract';
import { currentLanguage } from '../i18n/i18n.ts';
import { clientErrorText } from './error-text.ts';
import { endSession } from '../session/end-session.ts';
import { reportUnreachable } from '../connection/unreachable.ts';
import { tokenCookie } from '../session/token-cookie.ts';
import { ApiError, isServerUnreachable } from './api-error.ts';
import { fetchTogether } from './call-batch.ts';
import { callThroughGate } from './device-gate.ts';
import { apiBaseUrl } from './environments.ts';
import { openAnswer } from './open-answer.ts';
import { payloadCipher } from './payload.ts';
import { type Answer, readAnswer } from './read-answer.ts';
import { isRefetch, keepProof, proofHeader } from './refetch.ts';
import { recordTiming } from './request-timing.ts';

/** The responses to the calls that public/before-paint.js sent before this code was loaded, by path and body. */
interface FirstCalls {
  token: string;
  answers: Record<string, Promise<Response>>;
}

/** A response that was not used by then may be stale. */
const freshForMs = 30_000;

/**
 * Takes the response to a call that `before-paint.js` sent before the console's code was loaded. Each can be taken once, because its
 * body can be read once. Returns null for every other call.
 */
function takePrefetchedResponse(url: string, token: string | null, body: string): Promise<Response> | null {
  const { firstCalls } = globalThis as { firstCalls?: FirstCalls };
  if (firstCalls?.token !== token || performance.now() > freshForMs) return null;
  const key = `${url} ${body}`;
  const response = firstCalls.answers[key] ?? null;
  delete firstCalls.answers[key];
  return response;
}

export type { Answer } from './read-answer.ts';

/** The `fetch` options of a call. */
export function requestOf(
  endpoint: Endpoint,
  body: string,
  token: string | null,
): RequestInit & { headers: Record<string, string> } {
  // The browser sends its own languages, of which none need be the one that the reader has chosen here.
  const headers: Record<string, string> = { 'accept-language': currentLanguage() };
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  if (endpoint.method === 'GET') return { method: 'GET', headers };
  headers['content-type'] = 'application/json';
  return { method: 'POST', headers, body };
}

/** Builds the request body. It is synchronous in PLAINTEXT, so that the request is sent before `call` returns. */
export function bodyOf(endpoint: Endpoint, input: unknown): string | Promise<string> {
  const json = JSON.stringify(input);
  const cipher = endpoint.method === 'GET' ? null : payloadCipher();
  return cipher?.then(async ({ encryptText }) => JSON.stringify({ data: await encryptText(json) })) ?? json;
}

/** A call that takes longer fails: after a silent disconnect it would otherwise stay pending for minutes. */
export const timeoutMs = 30_000;

interface Received {
  response: Response;
  /** Undefined for a body that is not JSON, such as a proxy's error page. */
  body: unknown;
}

/**
 * Sends a request, unless `fetched` is the response to it, and reads the whole response before the timeout. Throws `ApiError`,
 * except when the caller's own signal has aborted the request.
 */
async function send(
  url: string,
  request: RequestInit,
  signal?: AbortSignal,
  fetched?: Promise<Response> | null,
): Promise<Received> {
  const timeout = new AbortController();
  const abort = () => timeout.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    const response = await (fetched
      ? rejectOnAbort(fetched, timeout.signal)
      : fetch(url, { ...request, signal: timeout.signal }));
    const body: unknown = await response.json().catch((error: unknown) => {
      if (timeout.signal.aborted) throw error;
      return undefined;
    });
    return { response, body };
  } catch (error) {
    if (signal?.aborted) throw error;
    if (timeout.signal.aborted) throw new ApiError(clientErrorText('no_answer_in_time'), 0, 'no_answer_in_time');
    throw new ApiError(clientErrorText('socket_unreachable'), 0);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Stops waiting for a promise when the signal is aborted. A request that was sent before or with others cannot be aborted. */
function rejectOnAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    promise.then(resolve, reject);
  });
}

const called = new Set<Endpoint>();
/** The endpoints that this tab has called: the cache has answers of no others. */
export const calledEndpoints: ReadonlySet<Endpoint> = called;

/** Calls an endpoint of the contract. Throws `ApiError` with a text for the admin. Within `asRefetch` the server is told that no person asked. */
export function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<Answer<OutputOf<E>>> {
  called.add(endpoint);
  const refetch = isRefetch();
  return callThroughGate({ endpoint, input, signal }, () =>
    recordTiming(endpoint.path, () => exchange(endpoint, input, refetch, signal)).catch((error: unknown) => {
      if (error instanceof ApiError) error.endpoint = endpoint;
      if (isServerUnreachable(error)) reportUnreachable();
      throw error;
    }),
  );
}

async function exchange<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  refetch: boolean,
  signal?: AbortSignal,
): Promise<Answer<OutputOf<E>>> {
  const token = tokenCookie.read();
  const body = bodyOf(endpoint, input);
  const url = apiBaseUrl + endpoint.path;
  const prefetched = typeof body === 'string' ? takePrefetchedResponse(url, token, body) : null;
  const shown = `${endpoint.path} ${JSON.stringify(input)}`;
  const request = requestOf(endpoint, typeof body === 'string' ? body : await body, token);
  if (refetch) request.headers = { ...request.headers, ...proofHeader(shown) };
  const fetched = prefetched ?? (endpoint.canWait ? fetchTogether(endpoint.path, request) : null);
  const { response, body: answer } = await send(url, request, signal, fetched);
  const { status } = response;
  keepProof(shown, response);
  try {
    return readAnswer<OutputOf<E>>(await openAnswer(answer, status), status);
  } finally {
    // A late 401 for an old token must not end the current session.
    const refused = status === 401 && endpoint.access !== 'public';
    if (refused && tokenCookie.read() === token) endSession('expired');
  }
}
