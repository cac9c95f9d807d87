import { clientErrors, type Endpoint, type InputOf, type OutputOf } from '@fairwatch/contract';
import { endSession } from '../session/end-session.ts';
import { tokenCookie } from '../session/token-cookie.ts';
import { ApiError } from './api-error.ts';
import { apiBaseUrl } from './environments.ts';
import { openAnswer } from './open-answer.ts';
import { payloadCipher } from './payload.ts';
import { readAnswer, type Answer } from './read-answer.ts';
import { timed } from './request-timing.ts';

export type { Answer } from './read-answer.ts';

function requestOf(endpoint: Endpoint, body: string, token: string | null, signal?: AbortSignal): RequestInit {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  if (endpoint.method === 'GET') return { method: 'GET', headers, signal: signal ?? null };
  headers['content-type'] = 'application/json';
  return { method: 'POST', headers, body, signal: signal ?? null };
}

/** Without a pause in PLAINTEXT, so that a call has left when `call` returns. */
function bodyOf(endpoint: Endpoint, input: unknown): string | Promise<string> {
  const json = JSON.stringify(input);
  const cipher = endpoint.method === 'GET' ? null : payloadCipher();
  return cipher?.then(async ({ encryptText }) => JSON.stringify({ data: await encryptText(json) })) ?? json;
}

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new ApiError(clientErrors.socket_unreachable, 0);
  }
}

/** Makes one call of the contract. Throws `ApiError` with a text fit for the admin. */
export function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<Answer<OutputOf<E>>> {
  return timed(endpoint.path, () => exchange(endpoint, input, signal));
}

async function exchange<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<Answer<OutputOf<E>>> {
  const token = tokenCookie.read();
  const body = bodyOf(endpoint, input);
  const request = requestOf(endpoint, typeof body === 'string' ? body : await body, token, signal);
  const response = await send(apiBaseUrl + endpoint.path, request);
  // Whatever is not JSON (a proxy's error page) fails the structure check below.
  const answer: unknown = await response.json().catch(() => undefined);
  try {
    return readAnswer<OutputOf<E>>(await openAnswer(answer, response.status), response.status);
  } finally {
    // A late refusal of an old token must not end the session that has begun since.
    const refused = response.status === 401 && endpoint.access !== 'public';
    if (refused && tokenCookie.read() === token) endSession('expired');
  }
}
