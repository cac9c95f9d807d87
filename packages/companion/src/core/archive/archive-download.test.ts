import type { DeviceClient } from '@fairwatch/device/core';
import { expect, it, vi } from 'vitest';
import { ArchiveDownload } from './archive-download.ts';

const archive = { size: 6, sha256: 'a'.repeat(64), expiresAt: '2026-01-06T10:00:00.000Z' };

function createDownload(fetchArchive: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>) {
  const written: number[] = [];
  const client = {
    requestArchive: vi.fn<DeviceClient['requestArchive']>(async () => archive),
    fetchArchive: async (_: unknown, write: (bytes: Uint8Array) => Promise<void>) => await fetchArchive(write),
  };
  const save = vi.fn<(url: string, name: string) => void>();
  const open = async () => ({
    write: async (bytes: Uint8Array) => void written.push(...bytes),
    finish: async () => new Blob([new Uint8Array(written)]),
  });
  return { download: new ArchiveDownload(client, open, save), client, written, save };
}

it('asks, fetches with progress, and saves the file once', async () => {
  const phases: unknown[] = [];
  const { download, written, save } = createDownload(async (write) => {
    await write(new Uint8Array([1, 2, 3]));
    await write(new Uint8Array([4, 5, 6]));
  });
  download.state.subscribe(() => {
    const { now } = download.state.get();
    phases.push(now.phase === 'fetching' ? now.received : now.phase);
  });
  await download.start();
  expect(phases).toEqual(['none', 'waiting', 0, 3, 6, 'ready']);
  expect(written).toEqual([1, 2, 3, 4, 5, 6]);
  expect(save).toHaveBeenCalledTimes(1);
  expect(save.mock.calls[0]?.[1]).toMatch(/^everything-about-me-\d{4}-\d\d-\d\d\.zip$/);
  download.forget();
  expect(download.state.get().now).toEqual({ phase: 'none' });
});

it('says what went wrong and can be tried again', async () => {
  const fetching = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error('The archive is gone.'))
    .mockResolvedValueOnce(undefined);
  const { download, save } = createDownload(fetching);
  await download.start();
  expect(download.state.get().now).toEqual({ phase: 'failed', problem: 'The archive is gone.' });
  expect(save).not.toHaveBeenCalled();
  await download.start();
  expect(download.state.get().now.phase).toBe('ready');
});
