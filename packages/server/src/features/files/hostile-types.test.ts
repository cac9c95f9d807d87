import { gzipSync } from 'node:zlib';
import { downloadFile, uploadFile, uploadTypes } from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadTypeOf } from '../../core/blobs/upload-types.ts';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';
import { testPicture } from '../../testing/test-files.ts';
import { sendForm } from '../../testing/test-forms.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let device: TestDevice;
beforeAll(async () => {
  server = await startTestServer();
  device = await joinDevice(server);
});
afterAll(() => server.close());

const send = (name: string, bytes: Uint8Array) =>
  sendForm(server, uploadFile, { deviceId: device.deviceId, name }, bytes);
const latin = (text: string) => Buffer.from(text, 'latin1');
const page = '<!doctype html><script>alert(document.cookie)</script>';
const picture = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;

/** What is nothing of SPEC's list, whatever it is called. */
const refused: [what: string, name: string, bytes: Buffer][] = [
  ['an empty file', 'empty.csv', Buffer.alloc(0)],
  ['an empty picture', 'empty.png', Buffer.alloc(0)],
  ['HTML called a picture', 'page.png', latin(page)],
  ['HTML called a PDF', 'page.pdf', latin(page)],
  ['HTML without an ending', 'page', latin(page)],
  ['a picture with a program in it', 'drawing.svg', latin(picture)],
  ['the same called a PNG', 'drawing.png', latin(picture)],
  ['the same called HTML', 'drawing.html', latin(picture)],
  ['the same called CSV', 'drawing.csv', latin(`<?xml version="1.0"?>${picture}`)],
  ['a program for Linux', 'run', latin('\x7fELF\x02\x01\x01')],
  ['the same called a picture', 'run.png', latin('\x7fELF\x02\x01\x01')],
  ['a program for Windows', 'setup.exe', latin('MZ\x90\0\x03')],
  ['the same called CSV, of letters only', 'setup.csv', latin('MZ this is a program')],
  ['a program for a Mac', 'run.html', Buffer.from('cffaedfe07000001', 'hex')],
  ['one for two kinds of Mac', 'run.csv', Buffer.from('cafebabe00000002', 'hex')],
  ['a Java class', 'Main.class', Buffer.from('cafebabe00000041', 'hex')],
  ['an Android program', 'classes.csv', latin('dex\n035\0')],
  ['a shell script', 'run.sh', latin('#!/bin/sh\nrm -rf /\n')],
  ['the same called CSV', 'run.csv', latin('#!/bin/sh\nrm -rf /\n')],
  ['the same behind a mark', 'run.html', Buffer.from('\uFEFF#!/bin/sh\n')],
  ['PHP called HTML', 'index.html', latin('<?php system($_GET["c"]); ?>')],
  ['a script called CSV', 'a.csv', latin('<script>alert(1)</script>')],
  ['a JavaScript', 'a.js', latin('alert(1)')],
  ['plain text', 'a.txt', latin('hello')],
  ['bytes called CSV', 'a.csv', latin('a,b\n\0\x01\x02')],
  ['control characters called HTML', 'a.html', latin('<html>\x08\x08\x08')],
  ['a ZIP', 'a.zip', latin('PK\x03\x04')],
  ['a ZIP called RAR', 'a.rar', latin('PK\x03\x04')],
  ['an Android app', 'a.apk', latin('PK\x03\x04')],
  ['a Word file with macros', 'a.docm', latin('PK\x03\x04')],
  ['an old Office file', 'a.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['a shortcut', 'a.lnk', Buffer.from('4c0000000114020000000000c0000000', 'hex')],
  ['a disk', 'a.iso', latin('\0'.repeat(64))],
  ['7-Zip', 'a.7z', Buffer.from('377abcaf271c', 'hex')],
  ['a picture that iPhones take', 'a.heic', latin('\0\0\0\x18ftypheic')],
  ['noise called a picture', 'a.jpg', Buffer.from('00112233445566778899aabbccddeeff', 'hex')],
  ['a type that is a word of the language', 'a.constructor', latin('hello')],
  ['another one', 'a.__proto__', latin('hello')],
  ['almost a PNG', 'a.png', latin('\x89PNG\r\n\x1a')],
];

describe('what is refused', () => {
  it.each(refused)('[SPEC 5.9, 8.12] %s: %s', async (_, name, bytes) => {
    const { status, error } = await send(name, bytes);
    expect([status, error]).toEqual([415, 'File type not allowed']);
  });
});

/** What is several things at once, or called something else: its bytes are of an allowed type. */
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
    // Also where somebody takes the name away, so that it would be shown.
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
  it.each(uploadTypes)('[SPEC 5.10] %s', (type) => {
    const [name, bytes] = samples[type];
    expect(uploadTypeOf(bytes, name)).toBe(type);
  });
});
