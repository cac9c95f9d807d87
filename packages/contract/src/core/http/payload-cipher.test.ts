import { describe, expect, it } from 'vitest';
import { openPayloadCipher, payloadOverhead, type EncryptedMode } from './payload-cipher.ts';
import committed from './payload-vectors.json' with { type: 'json' };

const modes = ['AES_GCM_256', 'AES_GCM_256_RANDOM_IV'] as const;
const secret = 'correct horse battery staple';
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const base64Of = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

describe('the payload cipher', () => {
  it.each(committed.vectors)('[SPEC 9.16] reads the committed vector of $mode: $plaintext', async (vector) => {
    const cipher = await openPayloadCipher(vector.mode as EncryptedMode, vector.secret);
    expect(await cipher.decryptText(vector.ciphertext)).toBe(vector.plaintext);
  });

  it.each(committed.vectors.filter(({ mode }) => mode === 'AES_GCM_256'))(
    '[SPEC 9.16] writes the committed vector with its fixed IV: $plaintext',
    async (vector) => {
      const cipher = await openPayloadCipher('AES_GCM_256', vector.secret);
      expect(await cipher.encryptText(vector.plaintext)).toBe(vector.ciphertext);
    },
  );

  it('with random IVs, never writes the same twice, and both can be read', async () => {
    const cipher = await openPayloadCipher('AES_GCM_256_RANDOM_IV', secret);
    const texts = await Promise.all(Array.from({ length: 50 }, () => cipher.encryptText('the same')));
    expect(new Set(texts.map((text) => text.slice(0, 16))).size).toBe(texts.length);
    for (const text of texts) expect(await cipher.decryptText(text)).toBe('the same');
  });

  it.each(modes)('%s carries bytes of any size, longer by exactly its overhead', async (mode) => {
    const cipher = await openPayloadCipher(mode, secret);
    for (const size of [0, 1, 8192, 100_001]) {
      const bytes = Uint8Array.from({ length: size }, (_, place) => place % 251);
      const sealed = await cipher.encrypt(bytes);
      expect(sealed).toHaveLength(size + payloadOverhead(mode));
      // Not toEqual: it takes its time with a hundred thousand numbers.
      expect((await cipher.decrypt(sealed)).join()).toBe(bytes.join());
    }
  });

  it.each(modes)('%s rejects what was tampered with, at any byte', async (mode) => {
    const cipher = await openPayloadCipher(mode, secret);
    const sealed = bytesOf(await cipher.encryptText('{"amount":1}'));
    for (const place of sealed.keys()) {
      const changed = sealed.slice();
      changed[place] = (changed[place] ?? 0) ^ 1;
      await expect(cipher.decryptText(base64Of(changed))).rejects.toBeInstanceOf(Error);
    }
  });

  it.each(modes)('%s rejects what was cut, at any byte', async (mode) => {
    const cipher = await openPayloadCipher(mode, secret);
    const sealed = bytesOf(await cipher.encryptText('{}'));
    for (const length of sealed.keys()) {
      await expect(cipher.decryptText(base64Of(sealed.subarray(0, length)))).rejects.toBeInstanceOf(Error);
    }
  });

  it.each(modes)('%s rejects another secret, another IV and what is no Base64', async (mode) => {
    const cipher = await openPayloadCipher(mode, secret);
    const another = await openPayloadCipher(mode, `${secret}!`);
    await expect(cipher.decryptText(await another.encryptText('{}'))).rejects.toBeInstanceOf(Error);
    const otherMode = modes.find((each) => each !== mode) ?? mode;
    const otherIv = await openPayloadCipher(otherMode, secret);
    await expect(
      cipher.decryptText(await otherIv.encryptText('{"long":"enough to hold an IV"}')),
    ).rejects.toBeInstanceOf(Error);
    await expect(cipher.decryptText('no Base64!')).rejects.toBeInstanceOf(Error);
  });
});
