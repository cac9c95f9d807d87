import { openPayloadCipher } from '@fairwatch/contract';
import type { ServerResponse } from 'node:http';
import { plainEnvelope } from './envelope.ts';
import { formBytes, readForm } from './form.ts';
import type { PayloadConfig } from '../../config/config.ts';
import { encryptedPayload } from './encrypted-payload.ts';
import type { Payload } from './payload-format.ts';
import { createSemaphore } from '../../jobs/semaphore.ts';

/** Returns the payload format of a path. */
export type Payloads = (path: string) => Payload;

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

/**
 * The size from which a body counts as large. Smaller bodies need no limit of their own: each takes about as much memory as a
 * connection, and the number of connections is bounded.
 */
export const largeBodyBytes = 64 * 1024;

/** How many large bodies may be in memory at once, over all callers. Each one exists as bytes, as text and as a parsed value. */
const maxLargeBodies = 4;

/** Limits how many large bodies are read at once. The others stay in the network, where they take no memory of this process. */
export function createLargeBodies(): (answer: ServerResponse) => Promise<void> {
  const inTurn = createSemaphore(maxLargeBodies);
  return async (answer) => {
    const { promise: turn, resolve: begin } = Promise.withResolvers<void>();
    // `close` always comes: after the response was sent, or when the caller disconnects.
    const closed = new Promise((resolve) => answer.once('close', resolve));
    void inTurn(async () => {
      begin();
      await closed;
    });
    await turn;
  };
}
