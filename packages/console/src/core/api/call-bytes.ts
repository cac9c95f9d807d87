import type { Endpoint, InputOf } from '@fairwatch/contract';
import { clientErrorText } from './error-text.ts';
import { reportUnreachable } from '../connection/unreachable.ts';
import { endSession } from '../session/end-session.ts';
import { tokenCookie } from '../session/token-cookie.ts';
import { ApiError } from './api-error.ts';
import { bodyOf, requestOf, timeoutMs } from './client.ts';
import { apiBaseUrl } from './environments.ts';
import { openAnswer } from './open-answer.ts';
import { readAnswer } from './read-answer.ts';
import { recordTiming } from './request-timing.ts';

/** Makes a call whose response is a file. The whole file is held in memory, so it must be small. Throws as `call` does. */
export async function callBytes<E extends Endpoint & { answersBytes: true }>(
  endpoint: E,
  input: InputOf<E>,
): Promise<Blob> {
  const token = tokenCookie.read();
  const request = requestOf(endpoint, await bodyOf(endpoint, input), token);
  const { blob, status, body } = await recordTiming(endpoint.path, () => receive(apiBaseUrl + endpoint.path, request));
  if (blob !== null) return blob;
  // A late 401 for an old token must not end the current session.
  if (status === 401 && tokenCookie.read() === token) endSession('expired');
  // An error comes in the usual envelope; reading it throws.
  readAnswer(await openAnswer(body, status), status);
  throw new ApiError(clientErrorText('unknown_error'), status);
}

interface Received {
  /** Null for an error. */
  blob: Blob | null;
  status: number;
  body: unknown;
}

/** Sends a request and reads its response. Fails when nothing arrives for as long as a call may take; a slow line may take longer in all. */
async function receive(url: string, request: RequestInit): Promise<Received> {
  const timeout = new AbortController();
  let timer = setTimeout(() => timeout.abort(), timeoutMs);
  const goOn = () => {
    clearTimeout(timer);
    timer = setTimeout(() => timeout.abort(), timeoutMs);
  };
  try {
    const response = await fetch(url, { ...request, signal: timeout.signal });
    const { ok, status, headers } = response;
    const chunks: BlobPart[] = [];
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
      goOn();
      chunks.push(part.value);
    }
    const blob = new Blob(chunks, { type: headers.get('content-type') ?? '' });
    return ok ? { blob, status, body: undefined } : { blob: null, status, body: parse(await blob.text()) };
  } catch {
    if (timeout.signal.aborted) throw new ApiError(clientErrorText('no_answer_in_time'), 0, 'no_answer_in_time');
    reportUnreachable();
    throw new ApiError(clientErrorText('socket_unreachable'), 0);
  } finally {
    clearTimeout(timer);
  }
}

/** Undefined for a body that is not JSON, such as a proxy's error page. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
