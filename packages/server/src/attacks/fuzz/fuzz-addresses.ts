import {
  consoleSocketPath,
  contentPath,
  deviceContentPath,
  deviceSentPath,
  deviceFilesPath,
  deviceSocketPath,
  deviceTicketContentPath,
  folderContentPath,
  picturePath,
  staticFilePath,
} from '@fairwatch/contract';
import * as fc from 'fast-check';
import { joinDevice } from '../../testing/test-device.ts';
import { openCommand } from '../../testing/samples/test-files.ts';
import type { TestServer } from '../../testing/servers/test-server.ts';
import { oddTexts } from './broken-input.ts';
import type { FuzzJob } from './fuzz-job.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { checkAnswer } from './check-answer.ts';
import { openSocket, type SentRequest } from './send-request.ts';

/** The jobs for URLs outside of the contract's calls: files, uploads, pages, sockets. */
export function addressJobs(world: FuzzWorld): FuzzJob[] {
  const { picture, device } = world;
  const bearer = { authorization: `Bearer ${device.token}` };
  const fetched = fc.constantFrom('GET', 'HEAD');
  const hash = parts(picture.sha256);
  const contentQueries = queries(['ticket', 'variant', 'saveAs'], [picture.ticket, 'full', 'thumbnail']);
  return [
    job(world, contentPath, {
      method: fetched,
      path: fc
        .tuple(hash, fc.oneof(fc.constant(`ticket=${picture.ticket}&variant=full`), contentQueries))
        .map(([sha256, query]) => `${contentPath}/${sha256}?${query}`),
      headers: rangeHeaders({}),
    }),
    job(world, folderContentPath, {
      method: fetched,
      path: queries(['ticket', 'path'], [picture.ticket, '', 'Documents', '../..']).map(
        (query) => `${folderContentPath}?${query}`,
      ),
    }),
    job(world, deviceContentPath, {
      method: fetched,
      path: fc.tuple(parts('1'), hash).map(([id, sha256]) => `${deviceContentPath}/${id}/${sha256}`),
      headers: rangeHeaders(bearer),
    }),
    job(world, deviceSentPath, {
      method: fetched,
      path: fc.tuple(parts('1'), hash).map(([id, sha256]) => `${deviceSentPath}/${id}/${sha256}`),
      headers: rangeHeaders(bearer),
    }),
    job(world, deviceTicketContentPath, {
      method: fetched,
      path: fc.tuple(parts('1'), hash).map(([id, sha256]) => `${deviceTicketContentPath}/${id}/${sha256}`),
      headers: rangeHeaders(bearer),
    }),
    job(world, picturePath, { method: fetched, path: parts('abc').map((part) => `${picturePath}/${part}`) }),
    job(world, staticFilePath, {
      method: fetched,
      path: parts('abc').map((part) => `${staticFilePath}/${part}`),
      headers: rangeHeaders({}),
    }),
    job(world, 'pages', {
      method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'DELETE'),
      path: fc
        .tuple(fc.constantFrom('', '/assets', '/docs', '/admin/v1/api', '/device/v1/api'), parts('index.html'))
        .map(([folder, name]) => `${folder}/${name}`),
    }),
    uploadJob(world),
    socketJob(world, consoleSocketPath),
    socketJob(world, deviceSocketPath),
  ];
}

interface Requests {
  method: fc.Arbitrary<string>;
  path: fc.Arbitrary<string>;
  headers?: fc.Arbitrary<Record<string, string>>;
  body?: fc.Arbitrary<Uint8Array>;
}

function job({ sender }: FuzzWorld, name: string, { method, path, headers, body }: Requests): FuzzJob {
  return {
    name: `address ${name}`,
    inputs: fc.record({ method, path, headers: headers ?? fc.constant({}), ...(body && { body }) }),
    send: async (input) => {
      const answer = await sender.send(input as SentRequest);
      checkAnswer(answer);
      return String(answer.status);
    },
  };
}

/** A URL part: the valid one, an odd text, or invalid percent-encoding. */
function parts(right: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(right) },
    fc.constantFrom(...oddTexts).map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 3000)),
    fc.constantFrom('%00', '%ff', '%ED%A0%80', '%', '%zz', '..%2f..%2f', '%2e%2e', '0', '-1', '999999999999999', '1e3'),
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
  );
}

function queries(names: readonly string[], values: readonly string[]): fc.Arbitrary<string> {
  const value = fc.oneof(fc.constantFrom(...values), parts(''));
  return fc
    .array(fc.tuple(fc.constantFrom(...names, 'odd', '__proto__'), value), { maxLength: 5 })
    .map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join('&'));
}

function rangeHeaders(always: Record<string, string>): fc.Arbitrary<Record<string, string>> {
  const ranges = [
    'bytes=0-',
    'bytes=5-1',
    'bytes=-0',
    'bytes=-99999999999',
    'bytes=0-0,2-3',
    'bytes=999999999999999-',
    'x',
  ];
  return fc
    .record(
      {
        range: fc.oneof(fc.constantFrom(...ranges), headerTexts),
        'if-none-match': fc.oneof(fc.constantFrom('*', 'W/"x"', '"'), headerTexts),
        'if-range': headerTexts,
        'x-forwarded-for': fc.oneof(fc.constantFrom('::1, ::1', '1.2.3.4', 'unknown', ',,,'), headerTexts),
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .map((headers) => Object.assign(headers, always));
}

/** Valid header values: Latin-1 without control characters. */
const headerTexts = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});

function mostly(right: string): fc.Arbitrary<string> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(right) }, fc.constantFrom(...oddTexts), fc.string());
}

/** A field of the tus metadata header. */
function pair(name: string, right: string): fc.Arbitrary<string> {
  return mostly(right).map((text) => `${name} ${Buffer.from(text).toString('base64')}`);
}

function metadataOf(world: FuzzWorld, commandId: string): fc.Arbitrary<string> {
  const { sha256 } = world.picture;
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(pair('commandId', commandId), pair('sha256', sha256), pair('mimeType', 'image/jpeg'))
        .map((pairs) => pairs.join(',')),
    },
    headerTexts,
  );
}

/** The job for tus uploads: valid and invalid headers in all combinations. */
function uploadJob(world: FuzzWorld): FuzzJob {
  const { picture, server } = world;
  const right = String(picture.bytes.length);
  const lengths = fc.oneof(
    { weight: 3, arbitrary: fc.constant(right) },
    fc.constantFrom('0', '1', '-1', '1.5', '999999999999999', '1e3', '', 'NaN', '9999999999999999999'),
    headerTexts,
  );
  const fields = {
    'tus-resumable': fc.oneof(
      { weight: 4, arbitrary: fc.constant('1.0.0') },
      fc.constantFrom('0.2.2', ''),
      headerTexts,
    ),
    'upload-length': lengths,
    'upload-offset': fc.oneof(fc.constant('0'), lengths),
    'upload-metadata': metadataOf(world, '1'),
    'upload-defer-length': fc.constantFrom('1', '0', 'x'),
    'content-type': fc.oneof(
      { weight: 4, arbitrary: fc.constant('application/offset+octet-stream') },
      fc.constantFrom('application/json', 'text/plain', '*/*', ''),
    ),
  };
  const some = fc.record(fields, { requiredKeys: ['tus-resumable'], noNullPrototype: true });
  const { 'upload-defer-length': _, ...usual } = fields;
  const headers = fc.oneof(fc.record(usual, { noNullPrototype: true }), some);
  const uploads = job(world, deviceFilesPath, {
    method: fc.constantFrom('POST', 'POST', 'PATCH', 'HEAD', 'DELETE'),
    path: parts('0'.repeat(32)).map((part) => `${deviceFilesPath}/${part}`),
    headers: headers as fc.Arbitrary<Record<string, string>>,
    body: fc.oneof(fc.constant(picture.bytes), fc.uint8Array({ maxLength: 50 })),
  });
  let sending: ReturnType<typeof beginSending> | undefined;
  return {
    ...uploads,
    send: async (input) => {
      const { token, commandId } = await (sending ??= beginSending(server));
      const { headers: given, ...sent } = input as SentRequest;
      const metadata = given?.['upload-metadata']?.replace(/^commandId MQ==/, `commandId ${btoa(String(commandId))}`);
      const path = sent.method === 'POST' ? deviceFilesPath : sent.path;
      const withCommand = metadata === undefined ? given : { ...given, 'upload-metadata': metadata };
      return await uploads.send({ ...sent, path, headers: { ...withCommand, authorization: `Bearer ${token}` } });
    },
  };
}

/** Creates a device with an open command, which an upload requires. */
async function beginSending(server: TestServer) {
  const device = await joinDevice(server);
  return { ...device, commandId: await openCommand(server, device) };
}

/** The job for WebSocket upgrades with odd queries and headers. */
function socketJob({ server }: FuzzWorld, path: string): FuzzJob {
  return {
    name: `address ${path}`,
    inputs: fc.record({
      query: queries(['token', 'userType'], ['ADMIN', server.admin.token]),
      origin: fc.option(headerTexts, { nil: undefined }),
      version: fc.constantFrom('13', '8', '', 'x'),
      key: fc.constantFrom('dGhlIHNhbXBsZSBub25jZQ==', 'short', ''),
    }),
    send: async (input) => {
      const { query, origin, version, key } = input as { query: string; origin?: string; version: string; key: string };
      const status = await openSocket(server.url, `${path}?${query}`, {
        'sec-websocket-version': version,
        'sec-websocket-key': key,
        ...(origin === undefined ? {} : { origin }),
      });
      if (status >= 500) throw new Error(`A fault of the server: ${status}`);
      return String(status);
    },
  };
}
