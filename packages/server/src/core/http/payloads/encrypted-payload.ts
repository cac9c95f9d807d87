import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { payloadOverhead, type PayloadCipher } from '@fairwatch/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import { formBytes, readForm } from './form.ts';
import type { Payload } from './payload-format.ts';
import type { SentFile } from './reply.ts';

/** The bytes of JSON syntax around the ciphertext of a body. */
const aroundData = 64;

/** The encrypted modes: bodies are `{ data }`, responses `{ securityStatus, data, metaObject }` with Base64 ciphertext; files are raw ciphertext. */
export function encryptedPayload(cipher: PayloadCipher): Payload {
  const { mode } = cipher;
  const overhead = payloadOverhead(mode);
  /** The Base64 length of the ciphertext of this many bytes. */
  const sealedBytes = (bytes: number) => Math.ceil((bytes + overhead) / 3) * 4;
  const refused = () => new AppError('payload_refused', { mode });

  /** Decrypts a `data` field. */
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
      // All fields of a form are one encrypted JSON object.
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

/** The `data` field. Undefined when the body has other fields, because unencrypted additions could be forged. */
function dataOf(body: unknown): unknown {
  const isAlone = typeof body === 'object' && body !== null && 'data' in body && Object.keys(body).length === 1;
  return isAlone ? body.data : undefined;
}

/** Parses JSON with Fastify's parser, which is as strict as for an unencrypted body. */
async function parseJson(request: FastifyRequest, text: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const parse = request.server.getDefaultJsonParser('error', 'error');
  void parse(request, text, (error, value) => (error ? reject(error) : resolve(value)));
  return await promise;
}

/** Decrypts a file in memory, because no byte may be used before the authentication tag at its end is verified. Forms are small. */
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
