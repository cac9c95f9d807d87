import { version } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount, press } from '../../../core/components/mount-for-test.tsx';
import { VersionNote } from './version-note.tsx';

/** Renders the note while the server reports this version. */
async function render(version: string): Promise<HTMLElement> {
  const meta = { has_error: false, message: [], pagination: null };
  const data = { version, payloadMode: 'PLAINTEXT' };
  vi.stubGlobal('fetch', async () => Response.json({ securityStatus: 'PLAINTEXT', data, meta }));
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <VersionNote collapsed={false} />
    </QueryClientProvider>,
  );
  await act(async () => void (await vi.waitUntil(() => queryClient.isFetching() === 0)));
  return box;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the version in the sidebar', () => {
  it('[SPEC 1.11, 9.21] is that of the product, 1.0.20 or newer', async () => {
    const box = await render(version);
    expect(box.textContent).toBe(`Version ${version}`);
    expect(version.localeCompare('1.0.20', 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
  });

  it('offers to reload when the server runs another version', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
    const box = await render('99.0.1');
    expect(box.textContent).toContain(`Version ${version}`);
    await press(box, 'Load version 99.0.1');
    expect(reload).toHaveBeenCalledOnce();
  });
});
