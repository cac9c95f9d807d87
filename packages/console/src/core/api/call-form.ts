import { clientErrors, type Endpoint, type InputOf, type OutputOf } from '@fairwatch/contract';
import { endSession } from '../session/end-session.ts';
import { tokenCookie } from '../session/token-cookie.ts';
import { ApiError } from './api-error.ts';
import { apiBaseUrl } from './environments.ts';
import { readAnswer, type Answer } from './read-answer.ts';

interface FormOptions {
  signal: AbortSignal;
  /** How many bytes of the form have left the browser. */
  onProgress: (sent: number) => void;
}

/**
 * Makes a call that carries a file. By XMLHttpRequest: `fetch` cannot tell how much has left yet. Throws `ApiError` as
 * `call` does.
 */
export async function callForm<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  file: Blob,
  options: FormOptions,
): Promise<Answer<OutputOf<E>>> {
  const token = tokenCookie.read();
  const { status, body } = await post(apiBaseUrl + endpoint.path, token, formOf(endpoint, input, file), options);
  try {
    return readAnswer<OutputOf<E>>(body, status);
  } finally {
    // A late refusal of an old token must not end the session that has begun since.
    if (status === 401 && tokenCookie.read() === token) endSession('expired');
  }
}

/** The fields come first: the server decides by them before it reads the file. */
function formOf(endpoint: Endpoint, input: unknown, file: Blob): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(input as object)) form.append(field, String(value));
  form.append(endpoint.form?.file ?? 'file', file, 'file');
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
  request.addEventListener('error', () => reject(new ApiError(clientErrors.socket_unreachable, 0)));
  request.addEventListener('abort', () => reject(signal.reason));
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) reject(signal.reason);
  else request.send(form);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
