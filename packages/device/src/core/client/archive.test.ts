import type { ArchiveFrame } from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { OwnArchive } from './archive.ts';

const pending: ArchiveFrame = {
  type: 'archive',
  state: 'PENDING',
  requestedAt: '2030-01-01T12:00:00.000Z',
  size: null,
  sha256: null,
  expiresAt: null,
};
const facts = { size: 10, sha256: 'a'.repeat(64), expiresAt: '2030-01-02T12:00:00.000Z' };
const ready: ArchiveFrame = { ...pending, state: 'READY', ...facts };

describe('an archive that the person waits for', () => {
  it('is there when the server says so, for everyone who asked meanwhile', async () => {
    const ask = vi.fn<() => Promise<ArchiveFrame>>(async () => pending);
    const archive = new OwnArchive(ask);
    const waiting = [archive.request(), archive.request()];
    archive.receive(pending);
    archive.receive(ready);
    expect(await Promise.all(waiting)).toEqual([facts, facts]);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('is asked for again on the next connection, and not once it is there', async () => {
    const ask = vi.fn<() => Promise<ArchiveFrame>>(async () => pending);
    const archive = new OwnArchive(ask);
    const waiting = archive.request();
    await vi.waitFor(() => {
      archive.connected();
      expect(ask).toHaveBeenCalledTimes(2);
    });
    archive.receive(ready);
    expect(await waiting).toEqual(facts);
    archive.connected();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('fails when it could not be made, is refused, or the device ends', async () => {
    const archive = new OwnArchive(async () => pending);
    const failed = archive.request();
    archive.receive({ ...pending, state: 'FAILED' });
    await expect(failed).rejects.toThrow('could not be made');
    const ended = archive.request();
    archive.end('The device has ended: left.');
    await expect(ended).rejects.toThrow('left');
    await expect(new OwnArchive(() => Promise.reject(new Error('Too many'))).request()).rejects.toThrow('Too many');
  });
});
