import { clientErrors, type Endpoint, type InputOf } from '@fairwatch/contract';
import { tokenCookie } from '../session/token-cookie.ts';
import { ApiError } from './api-error.ts';
import { bodyOf, requestOf } from './client.ts';
import { apiBaseUrl } from './environments.ts';
import { openAnswer } from './open-answer.ts';
import { readAnswer } from './read-answer.ts';
import { recordTiming } from './request-timing.ts';

/** Makes a call whose response is a file. The whole file is held in memory, so it must be small. Throws as `call` does. */
export async function callBytes<E extends Endpoint & { answersBytes: true }>(
  endpoint: E,
  input: InputOf<E>,
): Promise<Blob> {
  const request = requestOf(endpoint, await bodyOf(endpoint, input), tokenCookie.read());
  const response = await recordTiming(endpoint.path, () => fetch(apiBaseUrl + endpoint.path, request)).catch(() => {
    throw new ApiError(clientErrors.socket_unreachable, 0);
  });
  if (response.ok) return await response.blob();
  // An error comes in the usual envelope; reading it throws.
  const answer: unknown = await response.json().catch(() => undefined);
  readAnswer(await openAnswer(answer, response.status), response.status);
  throw new ApiError(clientErrors.unknown_error, response.status);
}
