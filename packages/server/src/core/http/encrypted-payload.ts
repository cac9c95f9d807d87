import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { payloadOverhead, type PayloadCipher } from '@fairwatch/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { formBytes, readForm } from './form.ts';
import type { Payload } from './payload.ts';
import type { SentFile } from './route.ts';

/** What stands around the ciphertext of a body. */
const aroundData = 64;

/** Bodies are `{ data }`, answers `{ securityStatus, data, metaObject }`, with ciphertext in Base64; files are ciphertext. */
export function encryptedPayload(cipher: PayloadCipher): Payload {
  const { mode } = cipher;
  const overhead = payloadOverhead(mode);
  /** How long the ciphertext of so many bytes is, in Base64. */
  const sealedBytes = (bytes: number) => Math.ceil((bytes + overhead) / 3) * 4;
  const refused = () => new AppError('payload_refused', { mode });

  /** The text behind a `data` field. */
  async function open(data: unknown): Promise<string> {
    if (typeof data !== 'string') throw refused();
    return await cipher.decryptText(data).catch(() => {
      throw refused();
    });
  }

  return {
    bodyBytes: (jsonBytes) => sealedBytes(jsonBytes) + aroundData,

    formBytes: (form, fieldBytes) => formBytes(form, { overhead, fieldBytes: sealedBytes(fieldBytes) }),

    async readBody(request, maxBytes) {
      const text = await open(dataOf(request.body));
      if (Buffer.byteLength(text) > maxBytes) throw new AppError('body_too_large');
      return await parseJson(request, text);
    },

    async readForm(request, form, fieldBytes) {
      // All fields travel in one, as JSON.
      const sizes = { overhead, fieldBytes: sealedBytes(fieldBytes) };
      const { fields, file } = await readForm(request, form, sizes);
      const { data, ...plain } = fields;
      if (Object.keys(plain).length > 0) throw refused();
      const opened = await parseJson(request, await open(data));
      return { fields: opened as Record<string, unknown>, file: openFile(cipher, file, refused) };
    },

    async envelope({ data, meta }) {
      const [sealedData, metaObject] = await Promise.all([
        cipher.encryptText(data),
        cipher.encryptText(JSON.stringify(meta)),
      ]);
      return JSON.stringify({ securityStatus: mode, data: sealedData, metaObject });
    },
  };
}

/** The field, where nothing stands beside it: a body half in plain text would be one that somebody added to. */
function dataOf(body: unknown): unknown {
  const isAlone = typeof body === 'object' && body !== null && 'data' in body && Object.keys(body).length === 1;
  return isAlone ? body.data : undefined;
}

/** As strictly as a body in plain text is read. */
async function parseJson(request: FastifyRequest, text: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const parse = request.server.getDefaultJsonParser('error', 'error');
  void parse(request, text, (error, value) => (error ? reject(error) : resolve(value)));
  return await promise;
}

/** Nothing of a file is handed on before all of it is known to be as it was sent. It fits into memory: forms are small. */
function openFile(cipher: PayloadCipher, sealed: SentFile, refused: () => AppError): SentFile {
  async function* opened() {
    const bytes = new Uint8Array(await buffer(sealed));
    if (sealed.truncated) return;
    yield await cipher.decrypt(bytes).catch(() => {
      throw refused();
    });
  }
  const file = Readable.from(opened(), { objectMode: false });
  return Object.defineProperty(file, 'truncated', { get: () => sealed.truncated }) as SentFile;
}
