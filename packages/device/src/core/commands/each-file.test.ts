import { limits } from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { testWork } from '../../testing/test-work.ts';
import { forEachFile } from './each-file.ts';
import type { Work } from './handlers.ts';
import { folderActs, type SharedFolder } from './shared-folder.ts';

/** A running command whose reports are kept, and a way to cancel it. */
function running(parts: Partial<Work> = {}) {
  const reports: [percent: number, phase?: string][] = [];
  const controller = new AbortController();
  const work = testWork({
    signal: controller.signal,
    report: (percent, phase) => void reports.push(phase ? [percent, phase] : [percent]),
    ...parts,
  });
  return { work, reports, cancel: () => controller.abort() };
}

const gone = 'This file is no longer there.';
/** Handles every file except these. */
const failing =
  (...bad: string[]) =>
  async (name: string) => {
    if (bad.includes(name)) throw new Error(gone);
    return { key: name };
  };

describe('a command for several files', () => {
  it('handles them in order, and one that fails does not stop the rest', async () => {
    const { work, reports } = running();
    expect(await forEachFile(['a', 'b', 'c', 'd'], work, failing('b'))).toEqual({
      rows: [{ key: 'a' }, { key: 'c' }, { key: 'd' }],
      problems: [{ index: 1, reason: gone }],
    });
    expect(reports).toEqual([[25], [50], [75], [100]]);
  });

  it('reports its progress over all files, and never back', async () => {
    const { work, reports } = running();
    await forEachFile(['a', 'b'], work, async (name, { report }) => {
      report(0, 'UPLOADING');
      report(50, 'UPLOADING');
      if (name === 'a') throw new Error(gone);
      return null;
    });
    expect(reports).toEqual([[0, 'UPLOADING'], [25, 'UPLOADING'], [50], [75, 'UPLOADING'], [100]]);
  });

  it('fails with all reasons when every file fails, and with the reason alone when it names one', async () => {
    const { work } = running();
    await expect(forEachFile(['a', 'b'], work, failing('a', 'b'))).rejects.toThrow(
      `2 of 2 failed: a: ${gone}; b: ${gone}`,
    );
    const labelled = forEachFile(['a', 'b'], work, failing('a', 'b'), (_, index) => `photo ${index + 1}`);
    await expect(labelled).rejects.toThrow(`2 of 2 failed: photo 1: ${gone}; photo 2: ${gone}`);
    await expect(forEachFile(['a'], work, failing('a'))).rejects.toThrow(new Error(gone));
    expect(await forEachFile(['a', 'b'], work, failing())).toEqual([{ key: 'a' }, { key: 'b' }]);
  });

  it('stops between two files when it is cancelled', async () => {
    const { work, cancel } = running();
    const handle = vi.fn<(name: string) => Promise<null>>(async () => {
      cancel();
      return null;
    });
    await expect(forEachFile(['a', 'b'], work, handle)).rejects.toThrow('aborted');
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('stops within a file when it is cancelled, and does not count that file as failed', async () => {
    const { work, cancel } = running();
    const handle = vi.fn<(name: string, work: Work) => Promise<null>>(async (_, { signal }) => {
      cancel();
      signal.throwIfAborted();
      return null;
    });
    await expect(forEachFile(['a', 'b'], work, handle)).rejects.toThrow('aborted');
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('gives reasons that fit into a frame', async () => {
    const { work } = running();
    const result = await forEachFile(['a', 'b', 'c'], work, async (name) => {
      if (name !== 'c') throw new Error(name === 'a' ? '' : 'x'.repeat(5000));
      return null;
    });
    expect(result).toMatchObject({
      problems: [
        { index: 0, reason: 'It failed for an unknown reason.' },
        { index: 1, reason: 'x'.repeat(limits.run.problemMaxLength) },
      ],
    });
  });
});

/** A folder with some files. */
function folderWith(...paths: string[]) {
  const there = new Set(paths);
  const find = (path: string) => {
    if (!there.has(path)) throw new Error(gone);
  };
  const folder = {
    open: async (path: string) => {
      find(path);
      return { mimeType: 'text/plain', bytes: new TextEncoder().encode(path) };
    },
    remove: async (path: string) => {
      find(path);
      there.delete(path);
    },
  } as unknown as SharedFolder;
  return { acts: folderActs(folder), there };
}

describe('the shared folder', () => {
  it('sends several files, each under its index, and one under the key that it always had', async () => {
    const { acts } = folderWith('a', 'c');
    const { work } = running({ upload: async () => 'hash' });
    expect(await acts.SEND_FILE?.({ paths: ['a', 'b', 'c'] }, work)).toEqual({
      rows: [
        { key: '0', sha256: 'hash' },
        { key: '2', sha256: 'hash' },
      ],
      problems: [{ index: 1, reason: gone }],
    });
    expect(await acts.SEND_FILE?.({ path: 'a' }, work)).toEqual([{ key: 'file', sha256: 'hash' }]);
  });

  it('deletes several files, and those that follow one that is not there', async () => {
    const { acts, there } = folderWith('a', 'c', 'd');
    expect(await acts.DELETE_FILE?.({ paths: ['a', 'b', 'c'] }, running().work)).toEqual({
      rows: [],
      problems: [{ index: 1, reason: gone }],
    });
    expect([...there]).toEqual(['d']);
    await expect(acts.DELETE_FILE?.({ path: 'a' }, running().work)).rejects.toThrow(gone);
  });
});
