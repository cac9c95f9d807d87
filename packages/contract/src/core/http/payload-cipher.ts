import type { PayloadMode } from './envelope.ts';

export type EncryptedMode = Exclude<PayloadMode, 'PLAINTEXT'>;

/** The parameters of key derivation and encryption. Both ends must use the same. */
export const payloadCipher = {
  iterations: 65_536,
  hash: 'SHA-256',
  keyBits: 256,
  salt: 'fairwatch-payload-salt',
  /** Of AES_GCM_256 only. The same for every payload, which is why the other mode exists: see docs/payload-modes.md. */
  fixedIv: 'fairwatch-iv',
  ivBytes: 12,
  tagBytes: 16,
} as const;

/** Encrypts and decrypts payloads with one secret. Decrypting rejects if the payload was modified, cut or made with another secret. */
export interface PayloadCipher {
  mode: EncryptedMode;
  encrypt(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  decrypt(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** From text to Base64. */
  encryptText(text: string): Promise<string>;
  /** From Base64 to text. */
  decryptText(base64: string): Promise<string>;
}

/** The type is inferred, since Node and browsers declare it in different places. */
type Key = Awaited<ReturnType<typeof crypto.subtle.deriveKey>>;

const encoder = new TextEncoder();

/** Derives the key, which is slow on purpose: do it once per process or page, not per payload. */
export async function openPayloadCipher(mode: EncryptedMode, secret: string): Promise<PayloadCipher> {
  const key = await deriveKey(secret);
  const { encrypt, decrypt } = mode === 'AES_GCM_256' ? withFixedIv(key) : withRandomIv(key);
  return {
    mode,
    encrypt,
    decrypt,
    encryptText: async (text) => toBase64(await encrypt(encoder.encode(text))),
    decryptText: async (base64) =>
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await decrypt(fromBase64(base64))),
  };
}

/** The overhead of encryption in bytes. */
export function payloadOverhead(mode: EncryptedMode): number {
  return payloadCipher.tagBytes + (mode === 'AES_GCM_256' ? 0 : payloadCipher.ivBytes);
}

async function deriveKey(secret: string): Promise<Key> {
  const { iterations, hash, keyBits, salt } = payloadCipher;
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'PBKDF2', false, ['deriveKey']);
  return await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash, iterations, salt: encoder.encode(salt) },
    material,
    { name: 'AES-GCM', length: keyBits },
    false,
    ['encrypt', 'decrypt'],
  );
}

type BytesCipher = Pick<PayloadCipher, 'encrypt' | 'decrypt'>;

function gcm(iv: Uint8Array<ArrayBuffer>) {
  return { name: 'AES-GCM', iv, tagLength: payloadCipher.tagBytes * 8 };
}

function withFixedIv(key: Key): BytesCipher {
  const params = gcm(encoder.encode(payloadCipher.fixedIv));
  return {
    encrypt: async (bytes) => new Uint8Array(await crypto.subtle.encrypt(params, key, bytes)),
    decrypt: async (bytes) => new Uint8Array(await crypto.subtle.decrypt(params, key, bytes)),
  };
}

/** The IV is random for each payload, and is sent in front of it. */
function withRandomIv(key: Key): BytesCipher {
  const { ivBytes } = payloadCipher;
  return {
    async encrypt(bytes) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const sealed = new Uint8Array(await crypto.subtle.encrypt(gcm(iv), key, bytes));
      const whole = new Uint8Array(ivBytes + sealed.length);
      whole.set(iv);
      whole.set(sealed, ivBytes);
      return whole;
    },
    decrypt: async (bytes) =>
      new Uint8Array(await crypto.subtle.decrypt(gcm(bytes.subarray(0, ivBytes)), key, bytes.subarray(ivBytes))),
  };
}

/** The chunk size of `String.fromCharCode`, below every engine's limit of arguments. */
const atOnce = 8192;

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let from = 0; from < bytes.length; from += atOnce) {
    binary += String.fromCharCode(...bytes.subarray(from, from + atOnce));
  }
  return btoa(binary);
}

function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < bytes.length; place += 1) bytes[place] = binary.charCodeAt(place);
  return bytes;
}
