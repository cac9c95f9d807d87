import { payloadMetaNames, type EncryptedMode, type PayloadCipher } from '@fairwatch/contract';
import { clientErrorText } from './error-text.ts';
import { pageValue } from '../page-facts/page-facts.ts';

let cached: { key: string; cipher: Promise<PayloadCipher> } | null = null;

/** The cipher for all payloads; null in PLAINTEXT. */
export function payloadCipher(): Promise<PayloadCipher> | null {
  const mode = pageValue(payloadMetaNames.mode);
  if (mode === '') return null;
  const secret = pageValue(payloadMetaNames.secret);
  const key = `${mode} ${secret}`;
  if (cached?.key === key) return cached.cipher;
  const cipher = open(mode as EncryptedMode, secret);
  cached = { key, cipher };
  // The next call tries again, because the server may only have been unreachable.
  cipher.catch(() => (cached = null));
  return cipher;
}

async function open(mode: EncryptedMode, secret: string): Promise<PayloadCipher> {
  // Browsers offer Web Crypto only in a secure context.
  if (!('subtle' in crypto)) throw new Error(clientErrorText('encryption_unavailable'));
  const { openPayloadCipher } = await import('./open-payload-cipher.ts');
  return await openPayloadCipher(mode, secret);
}
