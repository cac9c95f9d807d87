import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAppOffer, termuxFactsPath, termuxFileName, termuxFilePath, termuxTitleLine } from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Of } from '../../../testing/samples/test-files.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';
import { readTermuxFile } from './termux-file.ts';

const program = `#!/usr/bin/env node\n${termuxTitleLine('1.2.3')}\nconsole.log('Grüße');\n`;
const bytes = Buffer.from(program);
const facts = { version: '1.2.3', size: bytes.length, sha256: sha256Of(bytes), url: termuxFilePath };

let dist: string;
let server: TestServer;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'fairwatch-termux-'));
  await writeFile(join(dist, termuxFileName), program);
  server = await startTestServer({ termuxDist: dist });
});
afterAll(async () => {
  await server.close();
  await rm(dist, { recursive: true });
});

const ask = (path: string, init: RequestInit = {}) => fetch(new URL(path, server.url), init);

describe('the Termux companion', () => {
  it('is given to anybody as it was built, for saving, in a sandbox', async () => {
    const response = await ask(termuxFilePath);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-disposition': expect.stringContaining('attachment; filename="fairwatch.mjs"'),
      'content-length': String(bytes.length),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    });
  });

  it('never comes from a cache in an old version', async () => {
    const { headers } = await ask(termuxFilePath, { method: 'HEAD' });
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([`"${facts.sha256}"`, 'no-cache']);
    const same = await ask(termuxFilePath, { headers: { 'if-none-match': `"${facts.sha256}"` } });
    expect([same.status, await same.text()]).toEqual([304, '']);
    const older = await ask(termuxFilePath, { headers: { 'if-none-match': `"${'a'.repeat(64)}"` } });
    expect(older.status).toBe(200);
  });

  it('is described to phones without signing in, and to admins on the download page, in the same words', async () => {
    const response = await ask(termuxFactsPath);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual(facts);
    const { token } = await server.createAdmin({ access: { APP_DOWNLOAD: 'READ_ONLY' } });
    expect((await server.api(loadAppOffer, {}, token)).envelope.data.termux).toEqual(facts);
  });

  it('has no other files beside it', async () => {
    const response = await ask('/termux/other.mjs');
    expect([response.status, await response.json()]).toMatchObject([404, { meta: { has_error: true } }]);
  });
});

describe('a server without a built Termux companion', () => {
  it('says so in one line, and offers none', async () => {
    const bare = await startTestServer();
    const answers = await Promise.all([termuxFilePath, termuxFactsPath].map((path) => fetch(new URL(path, bare.url))));
    for (const answer of answers)
      expect([answer.status, await answer.text()]).toEqual([
        503,
        expect.stringMatching(/^The Termux companion is not built\./),
      ]);
    expect((await bare.api(loadAppOffer, {})).envelope.data.termux).toBeNull();
    await bare.close();
  });

  it('takes no other file for it', async () => {
    const other = await mkdtemp(join(tmpdir(), 'fairwatch-termux-'));
    await writeFile(join(other, termuxFileName), 'console.log(1);\n');
    expect(await readTermuxFile(other)).toBeNull();
    await rm(other, { recursive: true });
  });
});
