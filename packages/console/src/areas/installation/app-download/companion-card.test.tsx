import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { AppDownloadView } from './app-download.view.tsx';

const termux = { version: '1.0.20', size: 412_345, sha256: 'c0ffee'.padEnd(64, '0'), url: '/termux/fairwatch.mjs' };

afterEach(() => vi.unstubAllGlobals());

it('shows the companion and the Termux file before the app, which it says there is none of, with its address and without a passcode', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const data = url.endsWith('installation/load')
      ? { version: '1', payloadMode: 'PLAINTEXT', companionOrigin: 'https://join.example.org' }
      : { app: null, mediators: [], documents: [], termux };
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [] } });
  });
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <AppDownloadView />
    </QueryClientProvider>,
  );
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(box.querySelector('code')?.textContent).toBe('https://join.example.org/companion');
  });
  const headings = [...box.querySelectorAll('h2')].map(({ textContent }) => textContent);
  expect(headings.slice(0, 3)).toEqual([
    'Open on the phone, nothing to install',
    'Android phone with Termux',
    'No App available',
  ]);
  expect(box.textContent).toContain('Phones need none: they join in their browser, or with Termux.');
  expect(box.textContent).not.toContain('Download APK');
});
