import { clientErrors, type Endpoint, type InputOf, type OutputOf } from '@fairwatch/contract';
import { endSession } from '../session/end-session.ts';
import { tokenCookie } from '../session/token-cookie.ts';
import { ApiError } from './api-error.ts';
import { apiBaseUrl } from './environments.ts';
import { readAnswer, type Answer } from './read-answer.ts';

export { ApiError } from './api-error.ts';
export type { Answer } from './read-answer.ts';

function requestOf(endpoint: Endpoint, input: unknown, token: string | null, signal?: AbortSignal): RequestInit {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  if (endpoint.method === 'GET') return { method: 'GET', headers, signal: signal ?? null };
  headers['content-type'] = 'application/json';
  return { method: 'POST', headers, body: JSON.stringify(input), signal: signal ?? null };
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
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<Answer<OutputOf<E>>> {
  const token = tokenCookie.read();
  const response = await send(apiBaseUrl + endpoint.path, requestOf(endpoint, input, token, signal));
  // Whatever is not JSON (a proxy's error page) fails the structure check below.
  const body: unknown = await response.json().catch(() => undefined);
  try {
    return readAnswer<OutputOf<E>>(body, response.status);
  } finally {
    // A late refusal of an old token must not end the session that has begun since.
    const refused = response.status === 401 && endpoint.access !== 'public';
    if (refused && tokenCookie.read() === token) endSession('expired');
  }
}
