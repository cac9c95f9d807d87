import type { Endpoint, InputOf, OutputOf } from '@fairwatch/contract';
import { clientErrorText } from './error-text.ts';
import { endSession } from '../session/end-session.ts';
import { tokenCookie } from '../session/token-cookie.ts';
import { ApiError } from './api-error.ts';
import { apiBaseUrl } from './environments.ts';
import { openAnswer } from './open-answer.ts';
import { payloadCipher } from './payload.ts';
import { readAnswer, type Answer } from './read-answer.ts';
import { recordTiming } from './request-timing.ts';

interface FormOptions {
  signal: AbortSignal;
  /** Called with the number of bytes of the form that are sent. */
  onProgress: (sent: number) => void;
}

/**
 * Makes a call that uploads a file. It uses XMLHttpRequest, because `fetch` reports no upload progress. Throws `ApiError` as
 * `call` does.
 */
export async function callForm<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  file: Blob,
  options: FormOptions,
): Promise<Answer<OutputOf<E>>> {
  const token = tokenCookie.read();
  const form = await formOf(endpoint, input, file);
  const { status, body } = await recordTiming(endpoint.path, () =>
    post(apiBaseUrl + endpoint.path, token, form, options),
  );
  try {
    return readAnswer<OutputOf<E>>(await openAnswer(body, status), status);
  } finally {
    // A late 401 for an old token must not end the current session.
    if (status === 401 && tokenCookie.read() === token) endSession('expired');
  }
}

/** Puts the fields first, because the server checks them before it reads the file. */
async function formOf(endpoint: Endpoint, input: unknown, file: Blob): Promise<FormData> {
  const form = new FormData();
  const fields = Object.entries(input as object).map(([field, value]) => [field, String(value)] as const);
  const cipher = await payloadCipher();
  if (cipher === null) for (const [field, value] of fields) form.append(field, value);
  else form.append('data', await cipher.encryptText(JSON.stringify(Object.fromEntries(fields))));
  const content = cipher === null ? file : new Blob([await cipher.encrypt(new Uint8Array(await file.arrayBuffer()))]);
  form.append(endpoint.form?.file ?? 'file', content, 'file');
  return form;
}

function post(
  url: string,
  token: string | null,
  form: FormData,
  { signal, onProgress }: FormOptions,
): Promise<{ status: number; body: unknown }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: unknown }>();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  request.open('POST', url);
  request.responseType = 'json';
  if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
  request.addEventListener('load', () => resolve({ status: request.status, body: request.response }));
  request.addEventListener('error', () => reject(new ApiError(clientErrorText('socket_unreachable'), 0)));
  request.addEventListener('abort', () => reject(signal.reason));
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) reject(signal.reason);
  else request.send(form);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
