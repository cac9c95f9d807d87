import { openPayloadCipher } from '@fairwatch/contract';
import type { PayloadConfig } from '../config.ts';
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

/** Where consoles call. Devices have no secret, and browsers fetch files by themselves. */
const consolePath = /^\/(?:admin|client)\/v\d+(?:\/|$)/;

/** The one place that knows the mode. Derives the key where there is one, so once at the start. */
export async function createPayloads({ mode, secret }: PayloadConfig): Promise<Payloads> {
  if (mode === 'PLAINTEXT') return () => plainPayload;
  const encrypted = encryptedPayload(await openPayloadCipher(mode, secret));
  return (path) => (consolePath.test(path) ? encrypted : plainPayload);
}
