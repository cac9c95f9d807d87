import { timingSafeEqual } from 'node:crypto';

/** Computes the MAC of a text. */
export type Mac = (text: string) => Buffer;

/** A MAC of 32 bytes in base64url, and the dot behind it. */
const macLength = 43;

/** Signs messages between servers that share a key, and checks them. */
export function createSignature(mac: Mac) {
  return {
    sign: (text: string): string => `${mac(text).toString('base64url')}.${text}`,
    /** Returns what was signed; null when the signature is wrong or missing. */
    verify(message: string): string | null {
      if (message[macLength] !== '.') return null;
      const text = message.slice(macLength + 1);
      const [given, right] = [Buffer.from(message.slice(0, macLength), 'base64url'), mac(text)];
      return given.length === right.length && timingSafeEqual(given, right) ? text : null;
    },
  };
}

/** Computes the MAC of bytes. */
export type BytesMac = (bytes: Uint8Array) => Buffer;

const macBytes = 32;

/** Like `createSignature`, for messages that are bytes: the MAC stands before them. */
export function createBytesSignature(mac: BytesMac) {
  return {
    sign: (bytes: Uint8Array): Buffer => Buffer.concat([mac(bytes), bytes]),
    /** Returns what was signed, without a copy; null when the signature is wrong or missing. */
    verify(message: Uint8Array): Buffer | null {
      if (message.byteLength <= macBytes) return null;
      const whole = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
      const [given, bytes] = [whole.subarray(0, macBytes), whole.subarray(macBytes)];
      return timingSafeEqual(given, mac(bytes)) ? bytes : null;
    },
  };
}
