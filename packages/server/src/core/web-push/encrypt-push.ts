import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

/** Whom a push is encrypted for: the keys of a browser's subscription, as unpadded Base64 for URLs. */
export interface PushKeys {
  /** The browser's public key: an uncompressed point on P-256. */
  p256dh: string;
  auth: string;
}

/** What is new for each push. Only tests choose it. */
interface Chance {
  salt: Buffer;
  sender: ECDH;
}

/** A push is one record of this size at most (RFC 8291, section 4), of which 103 bytes are header, padding mark and tag. */
const recordBytes = 4096;
export const pushMaxBytes = recordBytes - 103;
const saltBytes = 16;

/**
 * Encrypts a push for one browser (RFC 8291, content coding `aes128gcm` of RFC 8188). Zeros are added until the text has a
 * multiple of `padTo` bytes, so that its length does not tell the push service what was asked.
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
  // The byte 2 ends the text of the last record.
  const record = Buffer.concat([text, Buffer.of(2), padding]);
  return Buffer.concat([header, senderKey, cipher.update(record), cipher.final(), cipher.getAuthTag()]);
}

/** True when a key is a point on the curve. Nothing can be encrypted for another one. */
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
