import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { constants, type ClientHttp2Stream } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import {
  contacts,
  contentUrl,
  deviceFilesPath,
  enrol,
  healthCheck,
  limits,
  login,
  profile,
  uploadFile,
} from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectHttp2, readHttp2, type Http2Client } from '../../testing/http2-client.ts';
import { openConsole } from '../../testing/open-console.ts';
import { giveFile, storeLargeFile } from '../../testing/slow-download.ts';
import { awaitStatus, awaitStep, contactNames, joinDevice, testContact } from '../../testing/test-device.ts';
import {
  announce,
  beginning,
  openCommand,
  sha256Of,
  storedName,
  testPicture,
  contentTicketFor,
} from '../../testing/samples/test-files.ts';
import { useTlsServer } from '../../testing/samples/test-tls.ts';
import { useDevices } from '../../testing/servers/use-server.ts';

const server = useTlsServer({ downloadStallSeconds: 1 });
const devices = useDevices(server);

let client: Http2Client;
beforeEach(async () => {
  client = await connectHttp2(server.url);
});
afterEach(() => client.close());

const json = { 'content-type': 'application/json' };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const codeOf = (body: Buffer) => JSON.parse(body.toString()).meta.message[0]?.code as string | undefined;

/** Opens a TLS connection and writes an HTTP/1.1 request as raw text. */
async function say(text: string): Promise<{ socket: TLSSocket; answer: Promise<string> }> {
  const { hostname, port } = new URL(server.url);
  const socket = connectTls({ host: hostname, port: Number(port), ALPNProtocols: ['http/1.1'] });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
  const answer = new Promise<string>((resolve) =>
    socket.once('close', () => resolve(Buffer.concat(chunks).toString())),
  );
  socket.write(text);
  return { socket, answer };
}

/** The code with which the server ended a stream. */
async function endOf(stream: ClientHttp2Stream): Promise<number> {
  stream.resume();
  if (!stream.destroyed) await new Promise((resolve) => stream.once('close', resolve));
  return stream.rstCode;
}

describe('a server with a certificate of its own', () => {
  it('speaks HTTP/2 with those who can, and HTTP/1.1 with the others', async () => {
    expect(server.url).toMatch(/^https:/);
    expect((await client.ask('GET', healthCheck.path)).status).toBe(200);
    expect((await fetch(new URL(healthCheck.path, server.url))).status).toBe(200);
    const { hostname, port } = new URL(server.url);
    for (const [offered, taken] of [
      [['h2', 'http/1.1'], 'h2'],
      [['http/1.1'], 'http/1.1'],
    ] as const) {
      const socket = connectTls({ host: hostname, port: Number(port), ALPNProtocols: [...offered] });
      await once(socket, 'secureConnect');
      expect(socket.alpnProtocol).toBe(taken);
      socket.destroy();
    }
  });

  it('answers calls over both as it does without', async () => {
    const ask = await client.ask('POST', profile.path, { ...json, ...bearer(server.admin.token) }, '{}');
    expect([ask.status, JSON.parse(ask.body.toString()).data.username]).toEqual([200, server.admin.username]);
    expect((await server.api(profile, {})).envelope.data.username).toBe(server.admin.username);
    expect((await client.ask('POST', profile.path, json, '{}')).status).toBe(401);
    expect(ask.headers['content-security-policy']).toContain(`wss://${new URL(server.url).host}`);
  });

  it('has many answers under way on one connection', async () => {
    const paths = Array.from({ length: 50 }, () => profile.path);
    const answers = await Promise.all(
      paths.map((path) => client.ask('POST', path, { ...json, ...bearer(server.admin.token) }, '{}')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('has devices and consoles over wss', async () => {
    const device = await joinDevice(server);
    const own = await openConsole(server, server.admin);
    devices.start(device, { collectors: { contacts: async () => [testContact('1', 'Ada')] } });
    await awaitStatus(server, device.deviceId, 'Online');
    await server.api(contacts.update, { deviceId: device.deviceId });
    await awaitStep(server, device.deviceId, 'DONE');
    expect(await contactNames(server, device.deviceId)).toEqual(['Ada']);
    await vi.waitFor(() => expect(own.heard('contacts')).toBe(true));
    own.socket.terminate();
  });
});

describe('files over HTTP/2', () => {
  it('arrive in pieces, also when one of them is cut', async () => {
    const device = await joinDevice(server);
    const bytes = Buffer.concat([await testPicture(7), Buffer.alloc(300_000, 'picture')]);
    const commandId = await openCommand(server, device);
    const tus = { 'tus-resumable': '1.0.0', ...bearer(device.token) };
    const made = await client.ask('POST', deviceFilesPath, {
      ...tus,
      ...beginning(bytes.length, announce(bytes, commandId)),
    });
    expect(made.status).toBe(201);
    const address = String(made.headers['location']);
    const piece = { ...tus, 'content-type': 'application/offset+octet-stream' };
    const cut = client.begin('PATCH', address, { ...piece, 'upload-offset': 0, 'content-length': bytes.length });
    await new Promise((resolve) => cut.write(bytes.subarray(0, 100_000), resolve));
    cut.close(constants.NGHTTP2_CANCEL);
    // Once the server has noticed the cancelled request, the upload goes on from the offset that it names.
    const sent = await vi.waitFor(async () => {
      const offset = Number((await client.ask('HEAD', address, tus)).headers['upload-offset']);
      const rest = bytes.subarray(offset);
      const answer = await client.ask('PATCH', address, { ...piece, 'upload-offset': offset }, rest);
      expect(answer.status).toBe(204);
      return answer;
    });
    expect(Number(sent.headers['upload-offset'])).toBe(bytes.length);
    const name = await storedName(server, sha256Of(bytes));
    expect((await server.services.blobs.stat(name, 'full'))?.size).toBe(bytes.length);
    await vi.waitFor(() => expect(server.services.transfers.size).toBe(0));
  });

  it('in an aborted form are uploaded again from the start', async () => {
    const { deviceId } = await joinDevice(server);
    const bytes = await testPicture(9);
    const boundary = 'b0undary';
    const field = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const head =
      `${field('deviceId', String(deviceId))}${field('name', 'Plan.jpg')}--${boundary}\r\n` +
      'Content-Disposition: form-data; name="file"; filename="Plan.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
    const form = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const headers = {
      ...bearer(server.admin.token),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': form.length,
    };
    const cut = client.begin('POST', uploadFile.path, headers);
    const incoming = () => readdir(join(server.services.config.dataDir, 'blobs/incoming'));
    cut.write(form.subarray(0, head.length + 1000));
    await vi.waitFor(async () => expect(await incoming()).toHaveLength(1));
    cut.close(constants.NGHTTP2_CANCEL);
    await vi.waitFor(async () => expect(await incoming()).toEqual([]));
    const whole = await client.ask('POST', uploadFile.path, headers, form);
    expect([whole.status, codeOf(whole.body)]).toEqual([200, undefined]);
  });

  it('must say how long they are', async () => {
    const device = await joinDevice(server);
    const bytes = await testPicture(8);
    const commandId = await openCommand(server, device);
    const headers = {
      'tus-resumable': '1.0.0',
      ...bearer(device.token),
      'content-type': 'application/offset+octet-stream',
    };
    const stream = client.begin('POST', deviceFilesPath, {
      ...headers,
      ...beginning(bytes.length, announce(bytes, commandId)),
    });
    stream.write(bytes);
    const { status, body } = await readHttp2(stream);
    expect([status, codeOf(body)]).toEqual([400, 'invalid_input']);
  });

  it('are sent whole and in ranges', async () => {
    const { deviceId } = await joinDevice(server);
    const sha256 = await storeLargeFile(server);
    await giveFile(server, { deviceId, capability: 'GALLERY', sha256 });
    const ticket = await contentTicketFor(server, server.admin, { deviceId, capability: 'GALLERY' });
    const path = contentUrl({ ticket, sha256, variant: 'full' });
    const range = await client.ask('GET', path, { range: 'bytes=4-11' });
    expect([range.status, range.body.toString()]).toEqual([206, 'filmfilm']);
    const whole = await client.ask('GET', path);
    expect([whole.status, sha256Of(whole.body)]).toEqual([200, sha256]);
  });

  it('are cut at once when their person withdraws', async () => {
    const device = await joinDevice(server);
    const sha256 = await storeLargeFile(server);
    await giveFile(server, { deviceId: device.deviceId, capability: 'GALLERY', sha256 });
    const person = devices.start(device, { collectors: {} });
    await awaitStatus(server, device.deviceId, 'Online');
    const ticket = await contentTicketFor(server, server.admin, { deviceId: device.deviceId, capability: 'GALLERY' });
    const path = contentUrl({ ticket, sha256, variant: 'full' });
    const reader = await connectHttp2(server.url);
    const stream = reader.begin('GET', path).end();
    const [headers] = await once(stream, 'response');
    let received = 0;
    stream.once('data', (piece: Buffer) => {
      received += piece.length;
      stream.pause();
    });
    await once(stream, 'pause');
    await person.changeGrants([]);
    await vi.waitFor(() => expect(server.services.transfers.size).toBe(0));
    stream.on('data', (piece: Buffer) => (received += piece.length));
    await endOf(stream);
    if (!reader.session.destroyed) await once(reader.session, 'close');
    expect(received).toBeLessThan(Number(headers['content-length']));
    expect((await client.ask('GET', path)).status).toBe(403);
  });

  it('whose reader stops reading are ended, and the other answers of the connection are not', async () => {
    const { deviceId } = await joinDevice(server);
    const sha256 = await storeLargeFile(server);
    await giveFile(server, { deviceId, capability: 'GALLERY', sha256 });
    const ticket = await contentTicketFor(server, server.admin, { deviceId, capability: 'GALLERY' });
    const stream = client.begin('GET', contentUrl({ ticket, sha256, variant: 'full' })).end();
    await once(stream, 'response');
    stream.pause();
    // Sends further requests over the same connection until the download is aborted.
    await vi.waitFor(async () => {
      expect((await client.ask('GET', healthCheck.path)).status).toBe(200);
      expect(server.services.transfers.size).toBe(0);
    });
    expect(await endOf(stream)).toBe(constants.NGHTTP2_CANCEL);
    expect((await client.ask('GET', healthCheck.path)).status).toBe(200);
  });
});

describe('what is too large or too slow', () => {
  it('as a body over HTTP/2 is refused unread, and the connection goes on', async () => {
    const announced = client.begin('POST', login.path, { ...json, 'content-length': limits.request.publicBytes + 1 });
    announced.write('{');
    const refused = await readHttp2(announced);
    expect([refused.status, codeOf(refused.body)]).toEqual([413, 'body_too_large']);
    expect(refused.headers['connection']).toBeUndefined();
    expect(await endOf(announced)).toBe(constants.NGHTTP2_NO_ERROR);
    // It has no content-length and never ends.
    const endless = client.begin('POST', enrol.path, json);
    const flood = setInterval(() => endless.writable && endless.write('x'.repeat(16_384)), 1);
    const { status } = await readHttp2(endless);
    clearInterval(flood);
    // Destroyed by the test, because the server has stopped reading it.
    endless.destroy();
    expect(status).toBe(413);
    const form = { ...bearer(server.admin.token), 'content-type': 'multipart/form-data; boundary=x' };
    const tooLong = client.begin('POST', uploadFile.path, { ...form, 'content-length': 1e12 });
    expect((await readHttp2(tooLong)).status).toBe(413);
    expect((await client.ask('GET', healthCheck.path)).status).toBe(200);
  });

  it('as a header is refused, and the server goes on', async () => {
    const large = 'x'.repeat(40_000);
    const { answer } = await say(`GET / HTTP/1.1\r\nHost: x\r\nX: ${large}\r\n\r\n`);
    expect(await answer).toMatch(/^HTTP\/1.1 413 [^]*body_too_large/);
    const other = await connectHttp2(server.url);
    const stream = other.begin('GET', healthCheck.path, { 'x-large': 'x'.repeat(70_000) }).end();
    await endOf(stream);
    other.close();
    expect((await client.ask('GET', healthCheck.path)).status).toBe(200);
  });

  it('closes the connection at any stage', { tags: 'full' }, async () => {
    const { hostname, port } = new URL(server.url);
    const silent = connectTcp({ host: hostname, port: Number(port) });
    silent.on('error', () => undefined);
    const half = await say('POST /admin/v1/api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/j');
    const nothing = await say('');
    const idle = await connectHttp2(server.url);
    const closed = [once(silent, 'close'), once(idle.session, 'close'), nothing.answer];
    expect(await half.answer).toMatch(/^HTTP\/1.1 408 /);
    await Promise.all(closed);
  });

  it('is not HTTP, and refused in words that its sender understands', async () => {
    const { answer } = await say('garbage\r\n\r\n');
    expect(await answer).toMatch(/^HTTP\/1.1 400 [^]*malformed_json/);
  });
});
