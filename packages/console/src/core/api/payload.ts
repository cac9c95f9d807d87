import { clientErrors, payloadMetaNames, type EncryptedMode, type PayloadCipher } from '@fairwatch/contract';
import { pageValue } from './page-value.ts';

let opened: { key: string; cipher: Promise<PayloadCipher> } | null = null;

/** What payloads are encrypted with; null in PLAINTEXT. */
export function payloadCipher(): Promise<PayloadCipher> | null {
  const mode = pageValue(payloadMetaNames.mode);
  if (mode === '') return null;
  const secret = pageValue(payloadMetaNames.secret);
  const key = `${mode} ${secret}`;
  if (opened?.key === key) return opened.cipher;
  const cipher = open(mode as EncryptedMode, secret);
  opened = { key, cipher };
  // The next call tries again: the file may only have been out of reach.
  cipher.catch(() => (opened = null));
  return cipher;
}

async function open(mode: EncryptedMode, secret: string): Promise<PayloadCipher> {
  // Browsers encrypt only on pages that nobody could change on the way.
  if (!('subtle' in crypto)) throw new Error(clientErrors.encryption_unavailable);
  const { openPayloadCipher } = await import('./open-payload-cipher.ts');
  return await openPayloadCipher(mode, secret);
}
