import { createCipheriv, pbkdf2Sync } from 'node:crypto';
import {
  cdnList,
  deviceList,
  healthCheck,
  limits,
  login,
  openPayloadCipher,
  profile,
  errorStatus,
  uploadBase64,
  uploadChunk,
  uploadFile,
  type EncryptedMode,
  type ErrorCode,
  type Meta,
} from '@fairwatch/contract';
import vectors from '@fairwatch/contract/payload-vectors.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PayloadClient, payloadConfig, testSecret } from '../../testing/payload-client.ts';
import { joinDevice } from '../../testing/test-device.ts';
import { sha256Of } from '../../testing/samples/test-files.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';

const modes = ['AES_GCM_256', 'AES_GCM_256_RANDOM_IV'] as const;
const worlds = new Map<EncryptedMode, { server: TestServer; client: PayloadClient }>();
beforeAll(async () => {
  for (const mode of modes) {
    const payload = payloadConfig(mode);
    const server = await startTestServer({ payload });
    worlds.set(mode, { server, client: await PayloadClient.open(server.url, payload) });
  }
});
afterAll(async () => {
  for (const { server } of worlds.values()) await server.close();
});

function worldOf(mode: EncryptedMode) {
  const { server, client } = worlds.get(mode) as { server: TestServer; client: PayloadClient };
  if (client.cipher === null) throw new Error('This client encrypts.');
  const { cipher } = client;
  const { token } = server.admin;
  const json = { 'content-type': 'application/json' };
  const sendData = (path: string, data: unknown) =>
    client.send(path, { headers: json, body: JSON.stringify({ data }) }, token);
  return { server, client, cipher, token, json, sendData };
}

/** The error of a response; fails when the response contains anything else. */
function problem({ status, data, meta }: { status: number; data: unknown; meta: Meta }) {
  const [{ code, text } = { code: '', text: { client: '' } }] = meta.message;
  expect([data, meta.has_error]).toEqual([null, true]);
  expect(text.client).not.toMatch(/\bat .+:\d+|OperationError|DOMException/);
  return [status, code];
}
const refused = (code: ErrorCode) => [errorStatus[code], code];

/** Changes a byte in the middle. */
function tampered(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  const middle = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  return bytes.toString('base64');
}

/** Encrypts as another implementation would, by the specification and the committed salt and IV. */
function sealed(input: unknown): string {
  const key = pbkdf2Sync(testSecret, vectors.salt, 65_536, 32, 'sha256');
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.from(vectors.fixedIv), { authTagLength: 16 });
  return Buffer.concat([cipher.update(JSON.stringify(input)), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

describe('the mode AES_GCM_256', () => {
  it('[SPEC 7.4, 9.16] takes a payload as one encrypted data field, and none that is not encrypted', async () => {
    const { sendData, client, json, token } = worldOf('AES_GCM_256');
    const input = { search: 'nobody of this name' };
    expect(await sendData(deviceList.path, sealed(input))).toMatchObject({ status: 200, data: [] });
    const wrong = { pageSize: 'many' };
    expect(problem(await sendData(deviceList.path, sealed(wrong)))).toEqual(refused('invalid_input'));
    const plain = await client.send(deviceList.path, { headers: json, body: JSON.stringify(input) }, token);
    expect(plain.status).toBe(400);
  });
});

describe.each(modes)('in %s', (mode) => {
  it('a body is one encrypted data field', async () => {
    const { client, token } = worldOf(mode);
    const { status, data } = await client.call(profile, {}, token);
    expect([status, data]).toEqual([200, expect.objectContaining({ adminRole: 'SUPER_ADMIN' })]);
  });

  it('[SPEC 9.16] a body that another implementation made of the committed key is understood', async () => {
    const { sendData } = worldOf(mode);
    const key = pbkdf2Sync(testSecret, vectors.salt, vectors.iterations, 32, 'sha256');
    const iv = mode === 'AES_GCM_256' ? Buffer.from(vectors.fixedIv) : Buffer.alloc(12, 7);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const sealed = Buffer.concat([cipher.update('{}'), cipher.final(), cipher.getAuthTag()]);
    const whole = mode === 'AES_GCM_256' ? sealed : Buffer.concat([iv, sealed]);
    expect(await sendData(profile.path, whole.toString('base64'))).toMatchObject({ status: 200 });
  });

  it('what was tampered with, cut, or made with another secret or IV is refused, in words', async () => {
    const { cipher, sendData } = worldOf(mode);
    const other = await openPayloadCipher(mode, `${testSecret}!`);
    const otherMode = await openPayloadCipher(modes.find((each) => each !== mode) ?? mode, testSecret);
    const sealed = await cipher.encryptText('{}');
    const bad = [
      tampered(sealed),
      Buffer.from(sealed, 'base64').subarray(0, -1).toString('base64'),
      '',
      'AAAA',
      'no Base64!',
      await other.encryptText('{}'),
      await otherMode.encryptText('{}'),
      7,
      null,
    ];
    for (const data of bad) {
      expect(problem(await sendData(profile.path, data)), String(data)).toEqual(refused('payload_refused'));
    }
  });

  it('a body in plain text is refused, and so is one that says more than its data', async () => {
    const { client, cipher, token, json } = worldOf(mode);
    const data = await cipher.encryptText('{}');
    for (const body of [{}, [], null, 'text', { username: 'x' }, { data, username: 'x' }]) {
      const answer = await client.send(profile.path, { headers: json, body: JSON.stringify(body) }, token);
      expect(problem(answer)).toEqual(refused('payload_refused'));
    }
  });

  it('what was encrypted is read as strictly as what was not', async () => {
    const { cipher, sendData } = worldOf(mode);
    const answerTo = async (text: string) => problem(await sendData(login.path, await cipher.encryptText(text)));
    for (const text of ['{"username":', '', '{"__proto__":{"admin":true}}']) {
      expect(await answerTo(text)).toEqual(refused('malformed_json'));
    }
    for (const text of ['[]', '7', '{"username":7,"password":"x"}', '{"username":"nobody","password":"x","more":1}']) {
      expect(await answerTo(text)).toEqual(refused('invalid_input'));
    }
  });

  it('[SPEC 5.4] every refusal comes in the envelope, encrypted: 400, 401, 404, 405, 413, 415, 429, 500', async () => {
    const { server, client, cipher, token, json, sendData } = worldOf(mode);
    const sealed = JSON.stringify({ data: await cipher.encryptText('{}') });
    const post = (path: string, request: RequestInit = {}) =>
      client.send(path, { headers: json, body: sealed, ...request }, token);
    const answers = [
      await sendData(profile.path, await cipher.encryptText('{"unknown":1}')),
      await client.send(profile.path, { headers: json, body: sealed }, null),
      await post('/admin/v1/api/nothing'),
      await post('/admin/v1/api/%zz'),
      await client.send(profile.path, { method: 'PUT' }, token),
      await post(profile.path, { body: new Uint8Array(2 * limits.request.maxBytes) }),
      await post(profile.path, { headers: { 'content-type': 'text/plain' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 401, 404, 404, 405, 413, 415]);
    const guess = () => client.call(login, { username: 'nobody', password: 'wrong' }, null);
    await Promise.all(Array.from({ length: limits.login.failuresPerAccount }, guess));
    const last = await guess();
    expect(problem(last)).toEqual(refused('too_many_attempts'));
    const { schema } = server.services.db;
    await schema.alterTable('settings').renameTo('lost').execute();
    const fault = await client.call(healthCheck, {}, null);
    await schema.alterTable('lost').renameTo('settings').execute();
    expect(problem(fault)).toEqual(refused('internal'));
    for (const answer of [...answers, last, fault]) {
      problem(answer);
      expect(Object.keys(answer.wire)).toEqual(['securityStatus', 'data', 'metaObject']);
      expect(answer.wire['securityStatus']).toBe(mode);
    }
  });

  it('as much may be sent as in plain text, and no more', async () => {
    const { client, token } = worldOf(mode);
    const around = JSON.stringify({ username: '' }).length;
    const sized = (bytes: number) => ({ username: 'x'.repeat(bytes - around) });
    expect(problem(await client.call(profile, sized(profile.maxBodyBytes), token))).toEqual(refused('invalid_input'));
    expect(problem(await client.call(profile, sized(profile.maxBodyBytes + 1), token))).toEqual(
      refused('body_too_large'),
    );
  });
});

/** A file of this size with the signature of a picture. */
const picture = (size: number) => {
  const bytes = new Uint8Array(size);
  bytes.set(Buffer.from('GIF89a'));
  return bytes;
};

describe.each(modes)('an upload in %s', (mode) => {
  it('[SPEC 7.34, 7.35] carries its fields and its file encrypted, up to the same size as in plain text', async () => {
    const { server, client, token } = worldOf(mode);
    const { deviceId } = await joinDevice(server);
    const bytes = picture(limits.request.maxBytes);
    const { data } = await client.call(uploadFile, { deviceId, name: 'Zoë’s 🐎.gif' }, token, bytes);
    expect(data).toMatchObject({
      fileName: 'Zoë’s 🐎.gif',
      fileSize: bytes.length,
      fileHash: sha256Of(Buffer.from(bytes)),
    });
    const larger = await client.call(uploadFile, { deviceId, name: 'a.gif' }, token, picture(bytes.length + 1));
    expect(problem(larger)).toEqual(refused('file_too_large'));
    const base64 = Buffer.from(picture(limits.request.maxBytes)).toString('base64');
    expect(await client.call(uploadBase64, { deviceId, name: 'b.gif', content: base64 }, token)).toMatchObject({
      status: 200,
    });
  });

  it('[SPEC 7.36] goes piece by piece', async () => {
    const { server, client, token } = worldOf(mode);
    const { deviceId } = await joinDevice(server);
    const bytes = picture(100_000);
    const input = { deviceId, name: 'c.gif', sha256: sha256Of(Buffer.from(bytes)), size: bytes.length };
    const piece = async (from: number, to: number) =>
      (await client.call(uploadChunk, { ...input, offset: from }, token, bytes.slice(from, to))).data;
    expect(await piece(0, 60_000)).toEqual({ received: 60_000, file: null });
    expect(await piece(60_000, bytes.length)).toMatchObject({ file: { fileHash: input.sha256 } });
  });

  it('that was tampered with is refused, and nothing of it is kept', async () => {
    const { server, client, cipher, token } = worldOf(mode);
    const { deviceId } = await joinDevice(server);
    const fields = await cipher.encryptText(JSON.stringify({ deviceId: String(deviceId), name: 'd.gif' }));
    const file = await cipher.encrypt(picture(1000));
    const changed = file.slice();
    // XOR always changes the byte; a constant would equal the random byte once in 256 runs.
    changed.set([(file.at(500) ?? 0) ^ 1], 500);
    const send = async (data: string, bytes: Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) => {
      const body = new FormData();
      body.set('data', data);
      for (const [name, value] of Object.entries(more)) body.set(name, value);
      body.set('file', new Blob([bytes]), 'file');
      return await client.send(uploadFile.path, { body }, token);
    };
    const bad = [
      await send(fields, changed),
      await send(fields, file.slice(0, -1)),
      await send(fields, picture(1000)),
      await send(tampered(fields), file),
      await send('', file),
      await send(fields, file, { name: 'e.gif' }),
    ];
    for (const answer of bad) expect(problem(answer)).toEqual(refused('payload_refused'));
    const kept = (await client.call(cdnList, { deviceId }, token)).data;
    expect(kept).toEqual([]);
    expect((await send(fields, file)).status).toBe(200);
  });
});
