import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { limits, termuxFileName, version, versionOfTermuxFile } from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNode, nodeVersions } from './testing/node-versions.ts';

const packageFolder = path.dirname(import.meta.dirname);
const root = path.dirname(path.dirname(packageFolder));
const run = promisify(execFile);

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fairwatch-file-'));
  file = await buildFile('built', root);
});
afterAll(() => rm(folder, { recursive: true }));

/** Builds the file as `npm start` does, into a folder of its own: the journeys' build may run at the same time. */
async function buildFile(name: string, cwd: string): Promise<string> {
  const outDir = path.join(folder, name);
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const { NODE_ENV: _, ...env } = process.env;
  await run(process.execPath, [vite, 'build', packageFolder, '--outDir', outDir, '--logLevel', 'warn'], { cwd, env });
  return path.join(outDir, termuxFileName);
}

const hashOf = async (name: string) =>
  createHash('sha256')
    .update(await readFile(name))
    .digest('hex');

/** A port on which nothing listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the file in a thread, as the program itself does to read a calendar, and prints what the thread says. */
const calendarThread = `
  import { Worker } from 'node:worker_threads';
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', 'DTSTART:20260610T080000Z', 'SUMMARY:Dentist', 'END:VEVENT', 'END:VCALENDAR', ''];
  const workerData = { task: 'fairwatch-calendar', text: lines.join('\\r\\n') };
  const thread = new Worker(new URL('./${termuxFileName}', import.meta.url), { workerData });
  thread.on('message', (said) => console.log(JSON.stringify(said)));
`;

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

describe('the built file', () => {
  it('is one file that says what it is, can be read, and has a modest size', async () => {
    expect(await readdir(path.dirname(file))).toEqual([termuxFileName]);
    const text = await readFile(file, 'utf8');
    expect(text.startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(versionOfTermuxFile(text)).toBe(version);
    expect(text).toContain('// Licence: Apache-2.0');
    // Nothing of the machine that built it is in it.
    expect(text).not.toContain(root);
    // Somebody who reads it finds our names and comments, not one long line.
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(5000);
    expect(text.length).toBeGreaterThan(1000);
    expect(text.length).toBeLessThan(limits.termuxFile.maxBytes / 5);
  });

  it('imports nothing but Node itself, and names the licence of every library in it', async () => {
    const text = await readFile(file, 'utf8');
    const imported = [...text.matchAll(/^import\b[^'"\n]*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm)];
    const foreign = imported.map(([, name, lazy]) => name ?? lazy ?? '').filter((name) => !isBuiltin(name));
    expect(foreign).toEqual([]);
    const regions = [...text.matchAll(/^\/\/#region .*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)];
    for (const library of new Set(regions.map(([, name]) => name)))
      expect(text).toMatch(new RegExp(`^// ${library} \\d[^(]*\\(`, 'm'));
  });

  it('has the same bytes wherever it is built', { tags: 'full' }, async () => {
    const again = await buildFile('again', folder);
    expect(await hashOf(again)).toBe(await hashOf(file));
  });

  for (const major of nodeVersions) {
    const node = findNode(major);
    describe.skipIf(node === null)(`${node === null ? 'without' : 'on'} Node ${major}, alone in a folder`, () => {
      let home: string;
      beforeAll(async () => {
        home = await mkdtemp(path.join(tmpdir(), 'fairwatch-home-'));
        await copyFile(file, path.join(home, termuxFileName));
      });
      afterAll(() => rm(home, { recursive: true }));

      /** Runs it as somebody without a terminal would: the state folder is the empty one. */
      const start = (...args: string[]): Promise<Ended> =>
        new Promise((resolve) => {
          const env = { PATH: process.env['PATH'], HOME: home, FAIRWATCH_HOME: path.join(home, 'state') };
          const child = execFile(
            node ?? '',
            [termuxFileName, ...args],
            { cwd: home, env, timeout: 60_000 },
            (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
          );
          child.stdin?.end();
        });

      it('says its version', async () => {
        const { code, stdout, stderr } = await start('--version');
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(stdout).toContain(version);
      });

      it('says how it is used', async () => {
        const { code, stdout, stderr } = await start('--help');
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(stdout).toContain('join');
      });

      it('reads a calendar when it runs in a thread of itself, and does nothing else there', async () => {
        await writeFile(path.join(home, 'thread.mjs'), calendarThread);
        const { stdout, stderr } = await run(node ?? '', ['thread.mjs'], { cwd: home, env: { HOME: home } });
        expect(stderr).toBe('');
        const said = stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown);
        expect(said).toEqual(['ready', { events: [expect.objectContaining({ uid: '1', title: 'Dentist' })] }]);
      });

      it('says in one line what is wrong where it cannot join: no server, no terminal, no Termux', async () => {
        const link = `http://127.0.0.1:${await closedPort()}/companion/join#ABCDWXYZ`;
        const { code, stderr } = await start('join', link);
        expect(code).toBe(1);
        expect(stderr).toMatch(/^[^\n]{20,}\n$/);
        expect(stderr).not.toMatch(/Error|node:|\.mjs:\d/);
      });
    });
  }
});
