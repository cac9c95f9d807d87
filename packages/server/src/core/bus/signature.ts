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
