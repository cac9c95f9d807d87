import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isMissingCode } from '@fairwatch/look/missing-code';
import { reloadForCode } from './missing-code.ts';

const server = vi.fn<typeof fetch>();
const reload = vi.fn<() => void>();
const now = 1_800_000_000_000;

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('fetch', server);
  server.mockImplementation(async () => new Response('<html>'));
  reload.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

it('knows the words of each browser for code that did not come', () => {
  for (const text of [
    'Failed to fetch dynamically imported module: https://x/assets/a.js',
    'error loading dynamically imported module: https://x/assets/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ]) {
    expect(isMissingCode(new TypeError(text))).toBe(true);
  }
  expect(isMissingCode(new Error('A bug.'))).toBe(false);
});

it('reloads once, and not again right after', async () => {
  expect(await reloadForCode({ reload, now })).toBe(true);
  expect(await reloadForCode({ reload, now: now + 5000 })).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  expect(await reloadForCode({ reload, now: now + 3_600_000 })).toBe(true);
});

it('does not reload while the server is away or has no page', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await reloadForCode({ reload, now })).toBe(false);
  server.mockImplementation(async () => new Response('', { status: 503 }));
  expect(await reloadForCode({ reload, now })).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

it('throws the kept files away first: they would bring the old page back', async () => {
  const removed: string[] = [];
  vi.stubGlobal('caches', {
    keys: async () => ['fairwatch-companion-1', 'other'],
    delete: async (name: string) => removed.push(name),
  });
  await reloadForCode({ reload: () => removed.push('reload'), now });
  expect(removed).toEqual(['fairwatch-companion-1', 'reload']);
});
