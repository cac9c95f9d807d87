import { openPayloadCipher, type FormBody } from '@fairwatch/contract';
import type { FastifyRequest } from 'fastify';
import type { PayloadConfig } from '../config.ts';
import { encryptedPayload } from './encrypted-payload.ts';
import { plainEnvelope, type Parts } from './envelope.ts';
import { readForm, type SentForm } from './form.ts';

/** How the words of a call travel: the one place where they are decoded before anything looks at them, and encoded last. */
export interface Payload {
  /** How long a body may be that carries so many bytes of JSON. */
  bodyBytes(jsonBytes: number): number;
  /** The JSON that a body carries. */
  readBody(request: FastifyRequest, maxBytes: number): Promise<unknown>;
  readForm(request: FastifyRequest, form: FormBody): Promise<SentForm>;
  /** The answer's body. */
  envelope(parts: Parts): string | Promise<string>;
}

/** Which way is for which path. */
export type Payloads = (path: string) => Payload;

const plainPayload: Payload = {
  bodyBytes: (jsonBytes) => jsonBytes,
  readBody: async ({ body }) => body,
  readForm: (request, form) => readForm(request, form),
  envelope: plainEnvelope,
};

/** Where consoles call. Devices have no secret, and browsers fetch files by themselves. */
const consolePath = /^\/(?:admin|client)\/v\d+(?:\/|$)/;

/** Derives the key where there is one, so once at the start. */
export async function createPayloads({ mode, secret }: PayloadConfig): Promise<Payloads> {
  if (mode === 'PLAINTEXT') return () => plainPayload;
  const encrypted = encryptedPayload(await openPayloadCipher(mode, secret));
  return (path) => (consolePath.test(path) ? encrypted : plainPayload);
}
