import { createECDH, createPublicKey, randomBytes, randomUUID, verify, webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pushMessage, type PushMessage, type PushSubscriptionKeys } from '@fairwatch/contract';

/** A push as seen by the push service and decrypted by the browser. */
export interface ReceivedPush {
  endpoint: string;
  headers: IncomingMessage['headers'];
  /** The verified claims of the VAPID token. */
  claims: { aud: string; exp: number; sub: string };
  /** The size of the encrypted body in bytes. */
  size: number;
  /** The decrypted message. */
  message: PushMessage;
}

/** The response of the service; `hang` never responds. */
export type PushAnswer = { status: number; headers?: Record<string, string>; body?: string } | 'hang';

export interface PushService {
  /** The host and port, for `PUSH_SERVICES`. */
  host: string;
  /** The valid pushes, in order of arrival. */
  received: ReceivedPush[];
  /** The reasons of refused requests. */
  refused: string[];
  /** Subscribes a browser like `PushManager.subscribe`. Without a key, pushes signed by any key are accepted. */
  subscribe(applicationServerKey?: string): PushSubscriptionKeys;
  /** Sets the response to later pushes. The default is 201. */
  answerWith(answer: PushAnswer): void;
  close(): Promise<void>;
}

interface Browser {
  endpoint: string;
  key: ReturnType<typeof createECDH>;
  auth: Buffer;
  applicationServerKey: string | undefined;
}

/** Starts a push service (RFC 8030) on this machine, together with its subscribed browsers. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const received: ReceivedPush[] = [];
  const refused: string[] = [];
  let answer: PushAnswer = { status: 201 };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const browser = browsers.get(request.url ?? '');
    const body = await buffer(request);
    if (answer === 'hang') return;
    if (answer.status !== 201) {
      response.writeHead(answer.status, answer.headers).end(answer.body);
      return;
    }
    try {
      if (!browser || request.method !== 'POST') throw new Error(`There is no subscription at ${request.url}.`);
      const claims = checkVapid(request.headers.authorization ?? '', new URL(browser.endpoint).origin, browser);
      checkHeaders(request.headers);
      const text = await decryptPush(body, browser.key.getPrivateKey(), browser.auth);
      const message = pushMessage.parse(JSON.parse(text));
      received.push({ endpoint: browser.endpoint, headers: request.headers, claims, size: body.length, message });
      response.writeHead(201).end();
    } catch (error) {
      refused.push(String(error));
      response.writeHead(400).end();
    }
  }

  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    received,
    refused,
    subscribe(applicationServerKey) {
      const key = createECDH('prime256v1');
      const path = `/push/${randomUUID()}`;
      const browser = { endpoint: `http://${host}${path}`, key, auth: randomBytes(16), applicationServerKey };
      browsers.set(path, browser);
      return {
        endpoint: browser.endpoint,
        keys: { p256dh: key.generateKeys('base64url'), auth: browser.auth.toString('base64url') },
      };
    },
    answerWith: (next) => void (answer = next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Verifies a VAPID token (RFC 8292) and returns its claims. */
export function checkVapid(
  authorization: string,
  origin: string,
  { applicationServerKey }: Pick<Browser, 'applicationServerKey'>,
  now = Date.now(),
): ReceivedPush['claims'] {
  const [, header = '', payload = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${payload}`);
  const how = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', signed, how, Buffer.from(signature, 'base64url'))) throw new Error('The signature is wrong.');
  if (applicationServerKey !== undefined && applicationServerKey !== key) throw new Error('Signed by another server.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as ReceivedPush['claims'];
  const seconds = claims.exp - now / 1000;
  if (claims.aud !== origin || seconds <= 0 || seconds > 24 * 60 * 60) throw new Error('The claims are wrong.');
  if (!/^(?:mailto:|https:)/.test(claims.sub)) throw new Error('There is nobody to write to.');
  return claims;
}

function checkHeaders({ ttl, urgency, topic, ...headers }: IncomingMessage['headers']): void {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('The content is not encrypted.');
  if (!/^\d+$/.test(String(ttl))) throw new Error('TTL is missing.');
  if (!['very-low', 'low', 'normal', 'high'].includes(String(urgency))) throw new Error('Urgency is wrong.');
  if (!/^[\w-]{1,32}$/.test(String(topic))) throw new Error('Topic is wrong.');
}

const base64 = (bytes: Buffer) => bytes.toString('base64url');

/**
 * Decrypts a push as a browser does (RFC 8291). It uses the Web Crypto API, so that it shares no code with the server. `browserKey`
 * is the private key.
 */
export async function decryptPush(body: Buffer, browserKey: Buffer, auth: Buffer): Promise<string> {
  const { subtle } = webcrypto;
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  if (body.length > body.readUInt32BE(16)) throw new Error('A push is one record.');
  const senderKey = body.subarray(21, 21 + keyLength);
  const own = createECDH('prime256v1');
  own.setPrivateKey(browserKey);
  const point = own.getPublicKey();
  const jwk = { kty: 'EC', crv: 'P-256', x: base64(point.subarray(1, 33)), y: base64(point.subarray(33)) };
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const privateKey = await subtle.importKey('jwk', { ...jwk, d: base64(browserKey) }, curve, false, ['deriveBits']);
  const publicKey = await subtle.importKey('raw', senderKey, curve, false, []);
  const derive = async (secret: ArrayBuffer, withSalt: Buffer, info: Buffer, bytes: number) => {
    const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
    return await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: withSalt, info }, key, bytes * 8);
  };
  const shared = await subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, senderKey]);
  const secret = await derive(shared, auth, info, 32);
  const contentKey = await derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = await derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const key = await subtle.importKey('raw', contentKey, 'AES-GCM', false, ['decrypt']);
  const sealed = body.subarray(21 + keyLength);
  const record = Buffer.from(await subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, sealed));
  const end = record.findLastIndex((byte) => byte !== 0);
  if (record[end] !== 2) throw new Error('The padding is wrong.');
  return record.subarray(0, end).toString();
}
