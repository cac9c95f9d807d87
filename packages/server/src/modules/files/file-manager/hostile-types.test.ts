import { gzipSync } from 'node:zlib';
import { downloadFile, uploadFile, uploadTypes } from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadTypeOf } from '../../../core/blobs/upload-types.ts';
import { latin, page, refusedFiles } from '../../../testing/samples/hostile-types.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import { testPicture } from '../../../testing/samples/test-files.ts';
import { sendForm } from '../../../testing/samples/test-forms.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
let device: TestDevice;
beforeAll(async () => {
  server = await startTestServer();
  device = await joinDevice(server);
});
afterAll(() => server.close());

const send = (name: string, bytes: Uint8Array) =>
  sendForm(server, uploadFile, { deviceId: device.deviceId, name }, bytes);
describe('what is refused', () => {
  it.each(refusedFiles)('[SPEC 5.9, 8.12] %s: %s', async (_, name, bytes) => {
    const { status, error } = await send(name, bytes);
    expect([status, error]).toEqual([415, 'File type not allowed']);
  });
});

/** Polyglots and misnamed files whose bytes have an allowed type. */
const neutralised: [what: string, name: string, bytes: () => Promise<Buffer>, served: string][] = [
  ['a page', 'page.html', async () => latin(page), 'application/octet-stream'],
  ['a page called CSV', 'page.csv', async () => latin(page), 'application/octet-stream'],
  ['a table with formulas', 'a.csv', async () => latin('=cmd|"/c calc"!A1,2\n'), 'application/octet-stream'],
  ['a packed program', 'a.gz', async () => gzipSync(latin('\x7fELF')), 'application/octet-stream'],
  ['a RAR', 'a.rar', async () => latin('Rar!\x1a\x07\x01\0'), 'application/octet-stream'],
  ['a GIF that is JavaScript', 'a.js', async () => latin('GIF89a/*\0*/=1;alert(1)'), 'image/gif'],
  [
    'a JPEG with a page behind it',
    'a.html',
    async () => Buffer.concat([await testPicture(1), latin(page)]),
    'image/jpeg',
  ],
  ['a PDF with a page in it', 'a.html', async () => latin(`%PDF-1.4\n${page}`), 'application/pdf'],
  ['a film called a program', 'film.exe', async () => latin('\0\0\0\x18ftypmp42'), 'video/mp4'],
];

describe('what is taken for what it is', () => {
  it.each(neutralised)('%s: %s is never run', async (_, name, bytes, served) => {
    const { id } = (await send(name, await bytes())).envelope.data;
    const { url } = (await server.api(downloadFile, { deviceId: device.deviceId, id })).envelope.data;
    // Also without the name in the URL, when the browser would show it inline.
    for (const address of [url, url.replace(/&saveAs=[^&]*/, '')]) {
      const { status, headers } = await fetch(new URL(address, server.url));
      const inline = address !== url && served !== 'application/octet-stream';
      expect([status, headers.get('content-type')]).toEqual([200, served]);
      expect(headers.get('content-disposition')).toMatch(inline ? /^inline$/ : /^attachment; filename=/);
      expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('what is allowed', () => {
  /** The list of the specification, written out, so that removing a type from the contract fails here. */
  const samples: Record<(typeof uploadTypes)[number], [name: string, bytes: Buffer]> = {
    'image/jpeg': ['a', Buffer.from('ffd8ffe0', 'hex')],
    'image/png': ['a', Buffer.from('89504e470d0a1a0a', 'hex')],
    'image/gif': ['a', latin('GIF89a')],
    'image/webp': ['a', latin('RIFF\0\0\0\0WEBP')],
    'audio/mpeg': ['a', latin('ID3')],
    'audio/wav': ['a', latin('RIFF\0\0\0\0WAVE')],
    'audio/ogg': ['a.oga', latin('OggS')],
    'audio/webm': ['a.weba', Buffer.from('1a45dfa3', 'hex')],
    'video/mp4': ['a', latin('\0\0\0\x18ftypmp42')],
    'video/webm': ['a', Buffer.from('1a45dfa3', 'hex')],
    'video/ogg': ['a', latin('OggS')],
    'application/pdf': ['a', latin('%PDF-1.7')],
    'text/csv': ['a.CSV', Buffer.from('größe,1\n')],
    'text/html': ['a.htm', latin('<p>Hello</p>')],
    'application/gzip': ['a', Buffer.from('1f8b0800', 'hex')],
    'application/vnd.rar': ['a', latin('Rar!\x1a\x07\0')],
  };
  it.each(Object.entries(samples))('[SPEC 5.10] %s is taken, and kept as what it is', async (type, [name, bytes]) => {
    expect(uploadTypeOf(bytes, name)).toBe(type);
    const { status, envelope } = await send(name, bytes);
    expect([status, envelope.data.fileName]).toEqual([200, name]);
  });

  it('[SPEC 5.10] is nothing else', () => {
    expect(uploadTypes.toSorted()).toEqual(Object.keys(samples).toSorted());
  });
});
