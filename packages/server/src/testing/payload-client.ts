import { openPayloadCipher, type Endpoint, type Meta, type PayloadCipher, type PayloadMode } from '@fairwatch/contract';
import type { PayloadConfig } from '../core/config/config.ts';

export const testSecret = 'a secret of the tests, long enough';

export function payloadConfig(mode: PayloadMode, secret = testSecret): PayloadConfig {
  return mode === 'PLAINTEXT' ? { mode, secret: null } : { mode, secret };
}

export interface OpenedAnswer {
  status: number;
  /** The response before decryption. */
  wire: Record<string, unknown>;
  data: unknown;
  meta: Meta;
}

/** Makes calls in a payload mode and decrypts the responses, as a console does. */
export class PayloadClient {
  readonly #url: string;
  /** The cipher of the mode; null in PLAINTEXT. */
  readonly cipher: PayloadCipher | null;

  private constructor(url: string, cipher: PayloadCipher | null) {
    this.#url = url;
    this.cipher = cipher;
  }

  static async open(url: string, { mode, secret }: PayloadConfig): Promise<PayloadClient> {
    return new PayloadClient(url, mode === 'PLAINTEXT' ? null : await openPayloadCipher(mode, secret));
  }

  /** Makes a call; `file` is for calls with a form. */
  async call(endpoint: Endpoint, input: object, token: string | null, file?: Uint8Array<ArrayBuffer>) {
    // Calls of devices are never encrypted.
    const cipher = endpoint.path.startsWith('/device/') ? null : this.cipher;
    if (endpoint.method === 'GET') return await this.send(endpoint.path, { method: 'GET' }, token);
    if (endpoint.form) {
      const body = await formOf(cipher, endpoint.form.file, input, file ?? new Uint8Array());
      return await this.send(endpoint.path, { body }, token);
    }
    const json = JSON.stringify(input);
    const body = cipher === null ? json : JSON.stringify({ data: await cipher.encryptText(json) });
    return await this.send(endpoint.path, { body, headers: { 'content-type': 'application/json' } }, token);
  }

  /** Sends a raw request and decrypts the response. */
  async send(path: string, request: RequestInit, token: string | null): Promise<OpenedAnswer> {
    const headers = new Headers(request.headers);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(new URL(path, this.#url), { method: 'POST', ...request, headers });
    const type = response.headers.get('content-type');
    if (type !== 'application/json; charset=utf-8') throw new Error(`${path} answered with ${type}, no envelope.`);
    const wire = (await response.json()) as Record<string, unknown>;
    if (!('metaObject' in wire))
      return { status: response.status, wire, data: wire['data'], meta: wire['meta'] as Meta };
    const open = async (field: string) => JSON.parse((await this.cipher?.decryptText(String(wire[field]))) ?? '');
    const [data, meta] = [(await open('data')) as unknown, (await open('metaObject')) as Meta];
    return { status: response.status, wire, data, meta };
  }
}

async function formOf(
  cipher: PayloadCipher | null,
  part: string,
  input: object,
  file: Uint8Array<ArrayBuffer>,
): Promise<FormData> {
  const form = new FormData();
  const fields = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
  if (cipher === null) for (const [name, value] of Object.entries(fields)) form.set(name, value);
  else form.set('data', await cipher.encryptText(JSON.stringify(fields)));
  form.set(part, new Blob([cipher === null ? file : await cipher.encrypt(file)]), 'file');
  return form;
}
