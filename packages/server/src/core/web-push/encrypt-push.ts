import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

/** The keys of a browser's push subscription in unpadded base64url. */
export interface PushKeys {
  /** The browser's public key, an uncompressed point on P-256. */
  p256dh: string;
  auth: string;
}

/** The random values of a push. Only tests pass fixed ones. */
interface Chance {
  salt: Buffer;
  sender: ECDH;
}

/** The maximum size of a push (RFC 8291, section 4), of which 103 bytes are header, padding delimiter and tag. */
const recordBytes = 4096;
export const pushMaxBytes = recordBytes - 103;
const saltBytes = 16;

/**
 * Encrypts a push for one browser (RFC 8291, content coding `aes128gcm` of RFC 8188). Zeros are added until the text has a
 * multiple of `padTo` bytes, so that the push service cannot infer the content from the length.
 */
export function encryptPush(
  text: Uint8Array,
  { p256dh, auth }: PushKeys,
  { padTo = 1, chance = newChance() }: { padTo?: number; chance?: Chance } = {},
): Buffer {
  if (text.length > pushMaxBytes) throw new RangeError(`A push has at most ${pushMaxBytes} bytes.`);
  const { salt, sender } = chance;
  const browserKey = Buffer.from(p256dh, 'base64url');
  const senderKey = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, senderKey]);
  const secret = derive(sender.computeSecret(browserKey), Buffer.from(auth, 'base64url'), info, 32);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  const header = Buffer.alloc(saltBytes + 5);
  salt.copy(header);
  header.writeUInt32BE(recordBytes, saltBytes);
  header.writeUInt8(senderKey.length, saltBytes + 4);
  const padding = Buffer.alloc(Math.min(Math.ceil(text.length / padTo) * padTo, pushMaxBytes) - text.length);
  // The delimiter 2 marks the last record (RFC 8188).
  const record = Buffer.concat([text, Buffer.of(2), padding]);
  return Buffer.concat([header, senderKey, cipher.update(record), cipher.final(), cipher.getAuthTag()]);
}

/** True when a key is a valid point on P-256. Encryption fails for any other key. */
export function isBrowserKey(p256dh: string): boolean {
  try {
    newChance().sender.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

function newChance(): Chance {
  const sender = createECDH('prime256v1');
  sender.generateKeys();
  return { salt: randomBytes(saltBytes), sender };
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}
