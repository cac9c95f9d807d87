import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { AppDownloadView } from './app-download.view.tsx';

const sha256 = 'c0ffee'.padEnd(64, '0');
const termux = { version: '1.0.20', size: 412_345, sha256, url: '/termux/fairwatch.mjs' };
const guide = {
  id: 4,
  fileName: 'Guide.pdf',
  size: 5,
  sha256: 'a'.repeat(64),
  updatedAt: '2026-11-14T10:00:00Z',
  updatedBy: 'ada',
  url: '/download/abc',
};

let offer: Record<string, unknown>;
const copied: string[] = [];

beforeEach(() => {
  offer = { app: null, mediators: [], documents: [], termux };
  vi.stubGlobal('fetch', async (url: string) => {
    const data = url.endsWith('installation/load')
      ? { version: '1', payloadMode: 'PLAINTEXT', companionOrigin: 'https://join.example.org' }
      : offer;
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [] } });
  });
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
});
afterEach(() => {
  copied.length = 0;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function draw(): Promise<HTMLElement> {
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <AppDownloadView />
    </QueryClientProvider>,
  );
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(box.querySelector('code')?.textContent).toBe('https://join.example.org/companion');
  });
  return box;
}

const cardOf = (box: HTMLElement) => box.querySelector<HTMLElement>('[aria-label="Android phone with Termux"]');

it.each([
  ['on an empty page', []],
  ['beside what the owner offers', [guide]],
])('has three lines to paste for the address of phones, %s', async (_where, documents) => {
  offer = { ...offer, documents };
  const card = cardOf(await draw());
  const lines = [...(card?.querySelectorAll('ol code') ?? [])].map(({ textContent }) => textContent);
  expect(lines).toEqual([
    'pkg install nodejs-lts termux-api',
    'curl -fLO https://join.example.org/termux/fairwatch.mjs',
    'node fairwatch.mjs join --server https://join.example.org',
  ]);
  for (const button of card?.querySelectorAll<HTMLElement>('ol button') ?? []) await act(async () => button.click());
  expect(copied).toEqual(lines);
});

it('shows version, size and SHA-256 of the file, and lets its source be read', async () => {
  const card = cardOf(await draw());
  expect(card?.textContent).toContain('fairwatch.mjs 1.0.20, 412 kB');
  expect(card?.textContent).toContain('docs/termux.md');
  await act(async () => card?.querySelector<HTMLElement>('[aria-label="Copy the SHA-256"]')?.click());
  expect(copied).toEqual([sha256]);
  expect(card?.querySelector('a')?.href).toBe('https://join.example.org/termux/fairwatch.mjs');
});

it('is left out where the server has no such file', async () => {
  offer = { ...offer, termux: null };
  expect(cardOf(await draw())).toBeNull();
});
