import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkVapid, decryptPush } from '../../testing/servers/push-service.ts';
import { encryptPush, isBrowserKey, pushMaxBytes } from './encrypt-push.ts';
import { makeVapidKeys, openVapidKeys, vapidAuthorization } from './vapid.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** The example of RFC 8291, section 5 and appendix A. */
const rfc8291 = {
  text: 'When I grow up, I want to be a watermelon',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  browserPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml' +
    'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
    'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

/** The example of RFC 8292, section 2.4. */
const rfc8292 = {
  header: 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9',
  payload:
    'eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0',
  signature: 'i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA',
  key: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
};

function newBrowser() {
  const key = createECDH('prime256v1');
  const p256dh = key.generateKeys('base64url');
  const auth = randomBytes(16);
  return { keys: { p256dh, auth: auth.toString('base64url') }, privateKey: key.getPrivateKey(), auth };
}

describe('the encryption of a push', () => {
  it('matches the example of RFC 8291 byte by byte', async () => {
    const sender = createECDH('prime256v1');
    sender.setPrivateKey(bytes(rfc8291.senderPrivate));
    const body = encryptPush(Buffer.from(rfc8291.text), rfc8291, { chance: { salt: bytes(rfc8291.salt), sender } });
    expect(body.toString('base64url')).toBe(rfc8291.body);
    expect(await decryptPush(bytes(rfc8291.body), bytes(rfc8291.browserPrivate), bytes(rfc8291.auth))).toBe(
      rfc8291.text,
    );
  });

  it('can be decrypted by its browser only, and not after a change', async () => {
    const [browser, other] = [newBrowser(), newBrowser()];
    for (const text of ['', 'a', 'ünïcode 🍉', 'x'.repeat(pushMaxBytes)]) {
      const body = encryptPush(Buffer.from(text), browser.keys, { padTo: 512 });
      expect(body.length).toBeLessThanOrEqual(4096);
      expect(await decryptPush(body, browser.privateKey, browser.auth)).toBe(text);
    }
    const body = encryptPush(Buffer.from('for one'), browser.keys);
    await expect(decryptPush(body, other.privateKey, other.auth)).rejects.toThrow('operation');
    await expect(decryptPush(body, browser.privateKey, other.auth)).rejects.toThrow('operation');
    body.writeUInt8(body.readUInt8(body.length - 1) ^ 1, body.length - 1);
    await expect(decryptPush(body, browser.privateKey, browser.auth)).rejects.toThrow('operation');
  });

  it('differs each time, and hides the length of the text', () => {
    const { keys } = newBrowser();
    const encrypt = (text: string) => encryptPush(Buffer.from(text), keys, { padTo: 512 });
    expect(encrypt('same').equals(encrypt('same'))).toBe(false);
    expect(encrypt('short')).toHaveLength(encrypt('x'.repeat(512)).length);
    expect(() => encrypt('x'.repeat(pushMaxBytes + 1))).toThrow(RangeError);
  });

  it('accepts only keys that are points on the curve', () => {
    expect(isBrowserKey(rfc8291.p256dh)).toBe(true);
    for (const wrong of [Buffer.alloc(65), Buffer.alloc(65, 4), Buffer.alloc(0), Buffer.alloc(65, 255)]) {
      expect(isBrowserKey(wrong.toString('base64url'))).toBe(false);
    }
  });
});

describe('the token for a push service', () => {
  const claims = {
    audience: 'https://push.example.net',
    subject: 'mailto:push@example.com',
    expiresAt: new Date(1_453_523_768_000),
  };

  it('matches the example of RFC 8292: the same claims and a valid signature', () => {
    const keys = makeVapidKeys();
    const made = vapidAuthorization(keys, claims);
    expect(made.startsWith(`vapid t=${rfc8292.header}.${rfc8292.payload}.`)).toBe(true);
    expect(made.endsWith(`, k=${keys.publicKey}`)).toBe(true);
    const now = claims.expiresAt.getTime() - 60_000;
    const example = `vapid t=${rfc8292.header}.${rfc8292.payload}.${rfc8292.signature}, k=${rfc8292.key}`;
    for (const [token, key] of [
      [example, rfc8292.key],
      [made, keys.publicKey],
    ] as const) {
      expect(checkVapid(token, claims.audience, { applicationServerKey: key }, now)).toMatchObject({
        sub: claims.subject,
      });
    }
    expect(() => checkVapid(made.replace('.ey', '.eY'), claims.audience, {} as never)).toThrow('signature');
  });

  it('is signed by a key that survives storing and loading', () => {
    const { publicKey, privateKey, privateBytes } = makeVapidKeys();
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    const opened = openVapidKeys(publicKey, privateBytes);
    expect(opened.privateKey.equals(privateKey)).toBe(true);
  });
});
