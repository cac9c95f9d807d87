import { cancelCommand, deleteFile, fileHistory, nonFinalCommands, type Command } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../core/api/query.ts';
import { addTexts } from '../../core/i18n/i18n.ts';
import { FileJobs, type FileJob } from './file-jobs.ts';
import texts from './files.texts.json';

addTexts('files', texts);

/** What the device was asked for, newest first, and what becomes of each. */
let history: Command[];
let open: { id: number }[];
let ends: Partial<Command>;
let jobs: FileJobs;
/** Holds back the answer to what is asked of the device. */
let held: Promise<void>;
const asked = vi.fn<(path: string) => void>();
const cancelled = vi.fn<() => void>();

function answer(url: string, input: { path?: string }): unknown {
  if (url.endsWith(nonFinalCommands.path)) return open;
  if (url.endsWith(fileHistory.path)) return history;
  if (url.endsWith(cancelCommand.path)) return cancelled();
  if (!url.endsWith(deleteFile.path)) return null;
  asked(input.path ?? '');
  history = [{ id: history.length + 1, progress: null, errorDetails: null, ...ends } as Command, ...history];
  return history[0];
}

const job = (name: string, deviceId = 3): FileJob => ({
  kind: 'delete',
  deviceId,
  file: { parent: 'Notes', name },
});
const names = () => asked.mock.calls.map(([path]) => path);

beforeEach(() => {
  queryClient.clear();
  [history, open, ends, held] = [[], [], { stepType: 'DONE' }, Promise.resolve()];
  asked.mockClear();
  cancelled.mockClear();
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (url, request) => {
      const data = answer(String(url), JSON.parse(String(request?.body)) as object) ?? null;
      if (String(url).endsWith(deleteFile.path)) await held;
      const meta = { has_error: false, message: [], pagination: null };
      return Response.json({ securityStatus: 'PLAINTEXT', data, meta });
    }),
  );
  jobs = new FileJobs();
});
afterEach(() => {
  jobs.stop();
  vi.unstubAllGlobals();
});

describe('what is asked of a device about several files', () => {
  it('goes one after the other, and says which of how many', async () => {
    const places: string[] = [];
    jobs.line.subscribe(() => {
      const line = jobs.line.get();
      if (line) places.push(`${line.place} of ${line.total}`);
    });
    jobs.ask([job('a.txt'), job('b.txt')]);
    await vi.waitFor(() => expect(jobs.line.get()).toBeNull());
    expect(names()).toEqual(['Notes/a.txt', 'Notes/b.txt']);
    expect(new Set(places)).toEqual(new Set(['1 of 2', '2 of 2']));
    expect(jobs.failures.get()).toEqual([]);
  });

  it('goes on after one that failed, and says why', async () => {
    ends = { stepType: 'FAILED', errorDetails: 'This file is no longer on the device.' };
    jobs.ask([job('a.txt'), job('b.txt')]);
    await vi.waitFor(() => expect(jobs.line.get()).toBeNull());
    expect(jobs.failures.get().map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'a.txt: This file is no longer on the device.',
      'b.txt: This file is no longer on the device.',
    ]);
  });

  it('waits for a command of somebody else', async () => {
    open = [{ id: 99 }];
    jobs.ask([job('a.txt')]);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
    expect([names(), jobs.line.get()?.stage]).toEqual([[], 'busy']);
    open = [];
    await vi.waitFor(async () => {
      await queryClient.invalidateQueries();
      expect(jobs.line.get()).toBeNull();
    });
    expect(names()).toEqual(['Notes/a.txt']);
  });

  it('is stopped by hand: the open command is cancelled, the line forgotten', async () => {
    ends = { stepType: 'RUNNING', progress: 40 };
    jobs.ask([job('a.txt'), job('b.txt')]);
    await vi.waitFor(() => expect(jobs.line.get()).toMatchObject({ stage: 'device', percent: 40 }));
    jobs.stop();
    await vi.waitFor(() => expect(jobs.line.get()).toBeNull());
    expect(names()).toEqual(['Notes/a.txt']);
    expect(cancelled).toHaveBeenCalledOnce();
    expect(jobs.failures.get()).toEqual([]);
  });

  it('is stopped also while the device is just being asked: what the server then took is cancelled', async () => {
    ends = { stepType: 'QUEUED' };
    const { promise: gate, resolve } = Promise.withResolvers<void>();
    held = gate;
    jobs.ask([job('a.txt')]);
    await vi.waitFor(() => expect(names()).toEqual(['Notes/a.txt']));
    jobs.stop();
    resolve();
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalledOnce());
    await vi.waitFor(() => expect(jobs.line.get()).toBeNull());
  });

  it('takes what is asked for right after a stop', async () => {
    const { promise: gate, resolve } = Promise.withResolvers<void>();
    held = gate;
    jobs.ask([job('a.txt')]);
    await vi.waitFor(() => expect(names()).toEqual(['Notes/a.txt']));
    jobs.stop();
    jobs.ask([job('b.txt')]);
    resolve();
    await vi.waitFor(() => expect(jobs.line.get()).toBeNull());
    expect(names()).toEqual(['Notes/a.txt', 'Notes/b.txt']);
  });

  it('tells of each failure on which device it was, and forgets those of one device', async () => {
    ends = { stepType: 'FAILED', errorDetails: 'Gone.' };
    jobs.ask([job('a.txt', 3), job('b.txt', 4)]);
    await vi.waitFor(() => expect(jobs.line.get()).toBeNull());
    expect(jobs.failures.get().map(({ deviceId, name }) => [deviceId, name])).toEqual([
      [3, 'a.txt'],
      [4, 'b.txt'],
    ]);
    jobs.forgetFailures(3);
    expect(jobs.failures.get().map(({ name }) => name)).toEqual(['b.txt']);
  });
});
