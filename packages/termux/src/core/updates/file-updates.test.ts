import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits, termuxFactsPath, termuxFilePath, termuxTitleLine, type OfferedTermux } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileUpdates, type FileUpdates } from './file-updates.ts';
import { readRunningFile, sha256Of } from './running-file.ts';
import { installedLines, offerLines } from './update-words.ts';

const programOf = (version: string, text = '') =>
  Buffer.from(`#!/usr/bin/env node\n${termuxTitleLine(version)}\n${text}console.log('${version}');\n`);
const oldFile = programOf('1.0.0');
const newFile = programOf('1.1.0', '// Grüße\n');
const factsOf = (bytes: Buffer, version: string): OfferedTermux => ({
  version,
  size: bytes.length,
  sha256: sha256Of(bytes),
  url: termuxFilePath,
});
const newFacts = factsOf(newFile, '1.1.0');

let folder: string;
let program: string;
let server: Server;
/** What the server answers with; a test replaces it. */
let answer: RequestListener;
let asked: string[];
let kept: Map<string, unknown>;
let offers: OfferedTermux[];
let time: number;

/** A server that offers a file. */
const offering =
  (facts: unknown, bytes: Buffer = newFile): RequestListener =>
  ({ url }, response) =>
    response.end(url === termuxFactsPath ? JSON.stringify(facts) : bytes);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-update-'));
  program = join(folder, 'fairwatch.mjs');
  await writeFile(program, oldFile);
  [asked, kept, offers, time] = [[], new Map(), [], Date.parse('2026-11-17T10:00:00Z')];
  answer = offering(newFacts);
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

async function startUpdates(): Promise<FileUpdates> {
  return await createFileUpdates({
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    running: await readRunningFile(program),
    state: {
      readJson: async (name) => kept.get(name) ?? null,
      writeJson: async (name, value) => void kept.set(name, JSON.parse(JSON.stringify(value))),
    },
    onOffer: (offer) => void offers.push(offer),
    now: () => time,
  });
}

describe('asking the server', () => {
  it('tells once of another file, with both hashes, and changes nothing by itself', async () => {
    const updates = await startUpdates();
    await updates.check();
    expect(offers).toEqual([newFacts]);
    expect(updates.offered()).toEqual(newFacts);
    if (updates.running === null) throw new Error('The running file was not recognised.');
    const lines = offerLines(updates.running, newFacts).join('\n');
    for (const part of ['1.0.0', sha256Of(oldFile), '1.1.0', sha256Of(newFile)]) expect(lines).toContain(part);
    time += limits.termuxFile.askEveryMs;
    await updates.check();
    expect([asked.length, offers.length]).toEqual([2, 1]);
    expect(await readFile(program)).toEqual(oldFile);
    expect(asked).not.toContain(termuxFilePath);
  });

  it('happens once a day, also over restarts', async () => {
    const updates = await startUpdates();
    await Promise.all([updates.check(), updates.check()]);
    await updates.check();
    time += limits.termuxFile.askEveryMs - 1;
    const restarted = await startUpdates();
    await restarted.check();
    expect(asked).toEqual([termuxFactsPath]);
    expect(restarted.offered()).toEqual(newFacts);
    expect(offers).toHaveLength(1);
    time += 1;
    await restarted.check();
    expect(asked).toHaveLength(2);
  });

  it('happens again when the clock was wrong', async () => {
    kept.set('updates', { askedAt: time + 10 * limits.termuxFile.askEveryMs, offered: null });
    await (await startUpdates()).check();
    expect(offers).toHaveLength(1);
  });

  it('finds nothing when the server offers the file that runs', async () => {
    answer = offering(factsOf(oldFile, '1.0.0'));
    const updates = await startUpdates();
    await updates.check();
    expect([updates.offered(), offers]).toEqual([null, []]);
  });

  it.each([
    ['no facts', {}],
    ['a version that would draw on the terminal', { ...newFacts, version: '1\u001b[2J' }],
    ['a file without an end', { ...newFacts, size: limits.termuxFile.maxBytes + 1 }],
    ['no hash', { ...newFacts, sha256: 'abc' }],
  ])('takes %s for no offer', async (_what, facts) => {
    answer = offering(facts);
    const updates = await startUpdates();
    await updates.check();
    expect([asked.length, updates.offered(), offers]).toEqual([1, null, []]);
  });

  it('does not fail where the server offers nothing or is gone', async () => {
    answer = (_request, response) => response.writeHead(503).end('not built');
    const updates = await startUpdates();
    await updates.check();
    expect(await updates.ask()).toBeNull();
    answer = (request) => request.socket.destroy();
    time += limits.termuxFile.askEveryMs;
    await updates.check();
    await expect(updates.ask()).rejects.toThrow('The server could not be asked');
    // It was not asked, so that the next connection asks again.
    answer = offering(newFacts);
    await updates.check();
    expect(updates.offered()).toEqual(newFacts);
  });

  it('is left out by a program that is not from a build', async () => {
    await writeFile(program, "console.log('source');\n");
    const updates = await startUpdates();
    await updates.check();
    expect([updates.running, asked]).toEqual([null, []]);
    await expect(updates.ask()).rejects.toThrow('not from a build');
    await expect(updates.install(newFacts)).rejects.toThrow('not from a build');
  });
});

describe('installing', () => {
  it('replaces the file, keeps the one before, its mode and no leftovers, and says to start again', async () => {
    await chmod(program, 0o700);
    const updates = await startUpdates();
    await updates.check();
    await updates.install(newFacts);
    expect(await readFile(program)).toEqual(newFile);
    expect(await readFile(join(folder, 'fairwatch.previous.mjs'))).toEqual(oldFile);
    expect((await readdir(folder)).toSorted()).toEqual(['fairwatch.mjs', 'fairwatch.previous.mjs']);
    expect((await stat(program)).mode & 0o777).toBe(0o700);
    expect([updates.offered(), updates.installed()]).toEqual([null, newFacts]);
    if (updates.running === null) throw new Error('The running file was not recognised.');
    expect(installedLines(updates.running, newFacts).join('\n')).toMatch(
      /1\.1\.0.*Start.*\n.*fairwatch\.previous\.mjs/,
    );
    const restarted = await startUpdates();
    expect([restarted.running?.version, restarted.offered()]).toEqual(['1.1.0', null]);
  });

  it('replaces the file behind a link, not the link', async () => {
    const real = join(folder, 'real.mjs');
    await writeFile(real, oldFile);
    await rm(program);
    await symlink(real, program);
    const updates = await startUpdates();
    await updates.install(newFacts);
    expect(await readFile(real)).toEqual(newFile);
    expect((await readdir(folder)).toSorted()).toEqual(['fairwatch.mjs', 'real.mjs', 'real.previous.mjs']);
  });

  it.each([
    ['another file', programOf('6.6.6'), newFacts],
    ['a file with one letter changed', Buffer.from(newFile.toString().replace('log', 'lag')), newFacts],
    ['half a file', newFile.subarray(0, 40), newFacts],
    ['more than was offered', Buffer.concat([newFile, newFile]), newFacts],
    ['a file that is no Fairwatch', Buffer.from('rm -rf'), factsOf(Buffer.from('rm -rf'), '1.1.0')],
    ['another version than was said', programOf('9.0.0'), factsOf(programOf('9.0.0'), '1.1.0')],
  ])('changes nothing when %s comes', async (_what, bytes, facts) => {
    answer = offering(facts, bytes);
    const updates = await startUpdates();
    await expect(updates.install(facts)).rejects.toThrow('Nothing was changed.');
    expect(await readFile(program)).toEqual(oldFile);
    expect([await readdir(folder), updates.installed()]).toEqual([['fairwatch.mjs'], null]);
  });

  it.each<[string, RequestListener]>([
    ['is refused', (_request, response) => void response.writeHead(404).end()],
    ['leads elsewhere', (_request, response) => void response.writeHead(302, { location: '/other' }).end()],
    [
      'breaks off',
      (request, response) => {
        response.writeHead(200, { 'content-length': newFile.length });
        response.write(newFile.subarray(0, 10), () => request.socket.destroy());
      },
    ],
  ])('changes nothing when the download %s', async (_what, listener) => {
    answer = listener;
    const updates = await startUpdates();
    await expect(updates.install(newFacts)).rejects.toThrow('Nothing was changed.');
    expect([await readFile(program), await readdir(folder)]).toEqual([oldFile, ['fairwatch.mjs']]);
  });

  it('says so when the file is gone meanwhile, and leaves no half file', async () => {
    const updates = await startUpdates();
    await rm(program);
    await expect(updates.install(newFacts)).rejects.toThrow('could not be written');
    expect(await readdir(folder)).toEqual([]);
  });
});
