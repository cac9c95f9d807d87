import { createHash } from 'node:crypto';
import {
  contacts,
  downloadStatic,
  changeHands,
  endDevice,
  endpoints,
  payloadModes,
  profile,
  uploadBase64,
  uploadChunk,
  uploadFile,
  uploadStatic,
  type Endpoint,
  type OutputOf,
  type PayloadMode,
} from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { PayloadClient, payloadConfig } from '../../testing/payload-client.ts';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';
import { createSession } from '../../shared/sessions/sessions.ts';

interface World {
  server: TestServer;
  client: PayloadClient;
  device: TestDevice;
}

/** Three identical servers, each with another payload mode. */
const worlds = new Map<PayloadMode, World>();
beforeAll(async () => {
  for (const mode of payloadModes) {
    const payload = payloadConfig(mode);
    const server = await startTestServer({ payload });
    worlds.set(mode, {
      server,
      client: await PayloadClient.open(server.url, payload),
      device: await joinDevice(server),
    });
  }
});
afterAll(async () => {
  for (const { server } of worlds.values()) await server.close();
});

const picture = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** Valid values of input fields by name. Fields without a sample are invalid, which all modes must refuse alike. */
const samples: Readonly<Record<string, unknown>> = {
  deviceId: 1,
  userId: 1,
  id: 1,
  name: 'a.gif',
  sha256: createHash('sha256').update(picture).digest('hex'),
  size: picture.length,
  offset: 0,
  content: picture.toString('base64'),
  image: picture.toString('base64'),
  days: ['2026-11-14T00:00:00Z', '2026-11-15T00:00:00Z'],
  timeZone: 'UTC',
  path: 'Documents/a.txt',
  address: '+12025550100',
  files: [{ id: 1, name: 'b.gif' }],
};

type Schema = {
  type?: string;
  enum?: unknown[];
  minimum?: number;
  required?: string[];
  properties?: Record<string, Schema>;
};

function guess({ type, enum: values, minimum }: Schema = {}): unknown {
  if (values !== undefined) return values[0];
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 1, 1);
  if (type === 'boolean') return true;
  return type === 'array' ? [] : 'sample text';
}

function inputOf({ input }: Endpoint): Record<string, unknown> {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema;
  const asked = schema.required ?? [];
  return Object.fromEntries(asked.map((field) => [field, samples[field] ?? guess(schema.properties?.[field])]));
}

const word = /^(?:[a-z_]+|[A-Z_]+)$/;

/** Replaces values that differ between the servers: times, tokens, random names, and the mode itself. */
function comparable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|\+00:00)?/g, 'time')
      .replaceAll(/(?:admin|person)-[\da-f]{10}/g, 'name')
      .replaceAll(/(?<=ticket(?:=|":"))[\w.-]+|(?<="(?:otpCode|payloadMode)":")\w+|(?<="pass":")[\w.-]+/g, 'random')
      // Momentary metrics of the server, how long a command took, and how long a reason is still valid.
      .replaceAll(/(?<="(?:diskFree|lagMs|memory|ramUsed|userResponseTime|validMs)":)\d+/g, '0')
      // The check of the log goes on in the background.
      .replaceAll(/(?<="check":)\{[^{}]*\}/g, '{}')
      .replaceAll(/(?<=")[\w+/-]{20,}={0,2}(?=")/g, (text) => (word.test(text) ? text : 'random')),
  );
}

/** Creates a session for one call, because some calls end their session. */
async function freshToken({ server: { services, admin } }: World): Promise<string> {
  const session = { userId: admin.userId, remembered: false, address: '127.0.0.1', userAgent: 'test' };
  return (await createSession(services, session)).token;
}

/** All calls. Those that end the device come last, because the others need it. */
const ending: readonly Endpoint[] = [changeHands, endDevice];
const calls = [...endpoints.filter((each) => !ending.includes(each)), ...ending].filter(
  ({ answersBytes }) => !answersBytes,
);

async function callAll(mode: PayloadMode) {
  const world = worlds.get(mode) as World;
  const answers = [];
  for (const endpoint of calls) {
    const token = endpoint.access === 'device' ? world.device.token : await freshToken(world);
    const answer = await world.client.call(endpoint, inputOf(endpoint), token, new Uint8Array(picture));
    const { status, wire, data, meta } = answer;
    answers.push({ endpoint, wire, said: { path: endpoint.path, status, said: comparable({ data, meta }) } });
  }
  return answers;
}

const isDevices = ({ path }: Endpoint) => path.startsWith('/device/');

describe('every call of the registry', () => {
  it('[SPEC 3.34, 7.4] says the same in every payload mode, uploads included', async () => {
    const [plain, fixed, random] = await Promise.all([
      callAll('PLAINTEXT'),
      callAll('AES_GCM_256'),
      callAll('AES_GCM_256_RANDOM_IV'),
    ]);
    for (const { wire } of plain) expect(Object.keys(wire)).toEqual(['securityStatus', 'data', 'meta']);
    for (const endpoint of [profile, contacts.list, uploadChunk, uploadFile, uploadBase64]) {
      expect(plain.find((answer) => answer.endpoint === endpoint)?.said).toMatchObject({ status: 200 });
    }
    for (const [mode, answers] of [['AES_GCM_256', fixed] as const, ['AES_GCM_256_RANDOM_IV', random] as const]) {
      expect(answers.map(({ said }) => said)).toEqual(plain.map(({ said }) => said));
      for (const { endpoint, wire } of answers.filter((answer) => !isDevices(answer.endpoint))) {
        const ciphertext = expect.stringMatching(/^[\w+/]+={0,2}$/);
        expect(wire, endpoint.path).toEqual({ securityStatus: mode, data: ciphertext, metaObject: ciphertext });
      }
    }
  });

  it('[SPEC 3.33] answers in plain text with securityStatus, data and meta: has_error, message and pagination', async () => {
    const world = worlds.get('PLAINTEXT') as World;
    const { client, server } = world;
    const { deviceId } = await joinDevice(server);
    const { wire: page } = await client.call(contacts.list, { deviceId, pageSize: 7 }, await freshToken(world));
    const pagination = { page: 1, pageSize: 7, totalItems: 0, totalPages: 0 };
    const meta = { has_error: false, message: [], pagination };
    expect(page).toEqual({ securityStatus: 'PLAINTEXT', data: [], meta });
    const { wire: refused } = await client.call(profile, {}, null);
    const message = [{ code: 'authentication_required', text: { client: 'Authentication required' } }];
    const told = { has_error: true, message, pagination: null };
    expect(refused).toEqual({ securityStatus: 'PLAINTEXT', data: null, meta: told });
  });

  it('of a device stays in plain text: a phone has no secret before it joins', async () => {
    for (const mode of payloadModes) {
      const { client, device } = worlds.get(mode) as World;
      for (const endpoint of endpoints.filter(isDevices)) {
        expect((await client.call(endpoint, {}, device.token)).wire).toMatchObject({ securityStatus: 'PLAINTEXT' });
      }
    }
  });

  it('that answers with a file gives its bytes as they are, and encrypts only what it was asked', async () => {
    for (const mode of payloadModes) {
      const world = worlds.get(mode) as World;
      const { client, server } = world;
      const piece = { sha256: samples['sha256'] as string, size: picture.length, offset: 0 };
      const input = { kind: 'DOCUMENT', name: 'b.gif', ...piece } as const;
      const { data } = await client.call(uploadStatic, input, await freshToken(world), new Uint8Array(picture));
      const { offer } = data as OutputOf<typeof uploadStatic>;
      const json = JSON.stringify({ id: offer?.documents[0]?.id });
      const body = client.cipher === null ? json : JSON.stringify({ data: await client.cipher.encryptText(json) });
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${await freshToken(world)}` };
      const response = await fetch(new URL(downloadStatic.path, server.url), { method: 'POST', headers, body });
      expect(Buffer.from(await response.arrayBuffer())).toEqual(picture);
    }
  });
});
