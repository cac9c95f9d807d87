import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryCaches } from './cache-storage-for-test.ts';
import { createOfflineFiles } from './offline-files.ts';

const scope = 'https://watch.example.org/companion/';
const network = vi.fn<(request: Request) => Promise<Response>>();
let storage: CacheStorage;

/** The worker of a version; `assets` are its files with a hash in their names. */
const version = (name: string, ...assets: string[]) =>
  createOfflineFiles({
    build: { version: name, files: ['', 'icon.png', ...assets.map((asset) => `assets/${asset}`)] },
    scope,
    storage,
    fetchFile: network,
  });

const ask = (path: string, init: RequestInit = {}) => new Request(new URL(path, scope), init);
const visit = (path: string) => Object.defineProperty(ask(path), 'mode', { value: 'navigate' });

beforeEach(() => {
  storage = memoryCaches();
  network.mockReset();
  network.mockImplementation(async ({ url }) => new Response(`content of ${new URL(url).pathname}`));
});

const goOffline = () => network.mockRejectedValue(new TypeError('Failed to fetch'));

describe('the files that are kept', () => {
  it('every page opens without a network', async () => {
    const worker = version('1', 'a.js');
    await worker.install();
    goOffline();
    for (const page of ['', 'requests', 'tickets/7?from=push', 'join#CODE']) {
      expect(await (await worker.answer(visit(page)))?.text()).toBe('content of /companion/');
    }
    expect(await (await worker.answer(ask('assets/a.js')))?.text()).toBe('content of /companion/assets/a.js');
    expect(await (await worker.answer(ask('icon.png')))?.text()).toBe('content of /companion/icon.png');
  });

  it('the device API is never answered, nor POST requests, nor other pages', async () => {
    const worker = version('1');
    await worker.install();
    expect(worker.answer(ask('/device/v1/api/enrol'))).toBeNull();
    expect(worker.answer(ask('/device/v1/api/content/x'))).toBeNull();
    expect(worker.answer(ask('icon.png', { method: 'POST' }))).toBeNull();
    expect(worker.answer(visit('/'))).toBeNull();
    expect(worker.answer(ask('https://elsewhere.example.org/companion/icon.png'))).toBeNull();
    expect(worker.answer(ask('sw.js'))).toBeNull();
    expect(worker.answer(visit('manifest.webmanifest'))).toBeNull();
  });

  it('a file that cannot be fetched ends the install, and nothing of it stays', async () => {
    const worker = version('1', 'a.js');
    network.mockImplementation(async ({ url }) => new Response('', { status: url.endsWith('a.js') ? 404 : 200 }));
    await expect(worker.install()).rejects.toThrow('answered 404');
    expect(await storage.keys()).toEqual([]);
  });

  it('without the kept page the network answers', async () => {
    expect(await (await version('1').answer(visit('log')))?.text()).toBe('content of /companion/log');
  });
});

describe('a new version', () => {
  it('fetches only what is new', async () => {
    await version('1', 'same.js', 'old.js').install();
    network.mockClear();
    await version('2', 'same.js', 'new.js').install();
    const asked = network.mock.calls.map(([{ url }]) => url.slice(scope.length));
    expect(asked.sort()).toEqual(['', 'assets/new.js', 'icon.png']);
  });

  it('leaves a page that still runs the one before its files, and deletes those before that', async () => {
    for (const [name, asset] of [
      ['1', 'one.js'],
      ['2', 'two.js'],
    ] as const) {
      await version(name, asset).install();
    }
    const worker = version('3', 'three.js');
    await worker.install();
    await worker.activate();
    goOffline();
    expect(await (await worker.answer(ask('assets/two.js')))?.text()).toBe('content of /companion/assets/two.js');
    await expect(worker.answer(ask('assets/one.js'))).rejects.toThrow('Failed to fetch');
  });

  it('shows its own page, not that of the one before', async () => {
    await version('1').install();
    network.mockImplementation(async () => new Response('new page'));
    const worker = version('2');
    await worker.install();
    await worker.activate();
    expect(await (await worker.answer(visit('')))?.text()).toBe('new page');
  });

  it('leaves the caches of others alone', async () => {
    await storage.open('console');
    const worker = version('1');
    await worker.install();
    await worker.activate();
    expect(await storage.keys()).toContain('console');
  });
});
