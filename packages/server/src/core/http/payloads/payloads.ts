import { openPayloadCipher } from '@fairwatch/contract';
import type { PayloadConfig } from '../../config/config.ts';
import { encryptedPayload } from './encrypted-payload.ts';
import { plainEnvelope } from './envelope.ts';
import { formBytes, readForm } from './form.ts';
import type { Payload, Payloads } from './payload.ts';

const plainPayload: Payload = {
  bodyBytes: (jsonBytes) => jsonBytes,
  readBody: async ({ body }) => body,
  formBytes: (form, fieldBytes) => formBytes(form, { overhead: 0, fieldBytes }),
  readForm: (request, form, fieldBytes) => readForm(request, form, { overhead: 0, fieldBytes }),
  envelope: plainEnvelope,
};

/**
 * Chooses the payload format of each path. In an encrypted mode, paths that match `encryptedPaths` are encrypted. Call it once: it
 * derives the key from the secret, which is slow.
 */
export async function createPayloads({ mode, secret }: PayloadConfig, encryptedPaths: RegExp): Promise<Payloads> {
  if (mode === 'PLAINTEXT') return () => plainPayload;
  const encrypted = encryptedPayload(await openPayloadCipher(mode, secret));
  return (path) => (encryptedPaths.test(path) ? encrypted : plainPayload);
}
