import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** The key pair that identifies this server to push services (VAPID, RFC 8292). */
export interface VapidKeys {
  /** An uncompressed point on P-256 in unpadded base64url. Browsers need it to subscribe. */
  publicKey: string;
  privateKey: KeyObject;
}

/** Creates a key pair; `privateBytes` is the private key in PKCS #8, for storing. */
export function makeVapidKeys(): VapidKeys & { privateBytes: Buffer } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return {
    publicKey: point.toString('base64url'),
    privateKey,
    privateBytes: privateKey.export({ format: 'der', type: 'pkcs8' }),
  };
}

export function openVapidKeys(publicKey: string, privateBytes: Buffer): VapidKeys {
  return { publicKey, privateKey: createPrivateKey({ key: privateBytes, format: 'der', type: 'pkcs8' }) };
}

interface Claims {
  /** The origin of the push service. */
  audience: string;
  /** The contact for the push service's operators: a `mailto:` or `https:` URL. */
  subject: string;
  expiresAt: Date;
}

/** The value of the header `Authorization`: a signed token for one push service (RFC 8292, section 3). */
export function vapidAuthorization(keys: VapidKeys, { audience, subject, expiresAt }: Claims): string {
  const claims = { aud: audience, exp: Math.floor(expiresAt.getTime() / 1000), sub: subject };
  const signed = `${jsonPart({ typ: 'JWT', alg: 'ES256' })}.${jsonPart(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: keys.privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${keys.publicKey}`;
}

function jsonPart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
