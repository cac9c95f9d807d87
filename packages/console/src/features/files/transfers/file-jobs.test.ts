import { cancelCommand, deleteFile, fileHistory, nonFinalCommands, type Command } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { FileJobs, type FileJob } from './file-jobs.ts';
import texts from '../files.texts.json';

addTexts('files', texts);

/** The commands that the server was sent, newest first. */
let history: Command[];
/** The open commands of the device. */
let open: { id: number }[];
/** The state in which the server returns each new command. */
let outcome: Partial<Command>;
let jobs: FileJobs;
/** The server responds to a delete command once this resolves. */
let responseGate: Promise<void>;
const deleteRequested = vi.fn<(path: string) => void>();
const cancelled = vi.fn<() => void>();

function respond(url: string, input: { path?: string }): unknown {
  if (url.endsWith(nonFinalCommands.path)) return open;
  if (url.endsWith(fileHistory.path)) return history;
  if (url.endsWith(cancelCommand.path)) return cancelled();
  if (!url.endsWith(deleteFile.path)) return null;
  deleteRequested(input.path ?? '');
  history = [{ id: history.length + 1, progress: null, errorDetails: null, ...outcome } as Command, ...history];
  return history[0];
}

const job = (name: string, deviceId = 3): FileJob => ({
  kind: 'delete',
  deviceId,
  file: { parent: 'Notes', name },
});
const deletedPaths = () => deleteRequested.mock.calls.map(([path]) => path);

beforeEach(() => {
  queryClient.clear();
  [history, open, outcome, responseGate] = [[], [], { stepType: 'DONE' }, Promise.resolve()];
  deleteRequested.mockClear();
  cancelled.mockClear();
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (url, request) => {
      const data = respond(String(url), JSON.parse(String(request?.body)) as object) ?? null;
      if (String(url).endsWith(deleteFile.path)) await responseGate;
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

describe('file jobs', () => {
  it('run one after the other and report position and total', async () => {
    const positions: string[] = [];
    jobs.progress.subscribe(() => {
      const progress = jobs.progress.get();
      if (progress) positions.push(`${progress.position} of ${progress.total}`);
    });
    jobs.send([job('a.txt'), job('b.txt')]);
    await vi.waitFor(() => expect(jobs.progress.get()).toBeNull());
    expect(deletedPaths()).toEqual(['Notes/a.txt', 'Notes/b.txt']);
    expect(new Set(positions)).toEqual(new Set(['1 of 2', '2 of 2']));
    expect(jobs.failures.get()).toEqual([]);
  });

  it('continue after a failed job and keep its reason', async () => {
    outcome = { stepType: 'FAILED', errorDetails: 'This file is no longer on the device.' };
    jobs.send([job('a.txt'), job('b.txt')]);
    await vi.waitFor(() => expect(jobs.progress.get()).toBeNull());
    expect(jobs.failures.get().map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'a.txt: This file is no longer on the device.',
      'b.txt: This file is no longer on the device.',
    ]);
  });

  it('wait while another command of the device is open', async () => {
    open = [{ id: 99 }];
    jobs.send([job('a.txt')]);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
    expect([deletedPaths(), jobs.progress.get()?.stage]).toEqual([[], 'busy']);
    open = [];
    await vi.waitFor(async () => {
      await queryClient.invalidateQueries();
      expect(jobs.progress.get()).toBeNull();
    });
    expect(deletedPaths()).toEqual(['Notes/a.txt']);
  });

  it('are stopped by the admin: the open command is cancelled and the queue emptied', async () => {
    outcome = { stepType: 'RUNNING', progress: 40 };
    jobs.send([job('a.txt'), job('b.txt')]);
    await vi.waitFor(() => expect(jobs.progress.get()).toMatchObject({ stage: 'device', percent: 40 }));
    jobs.stop();
    await vi.waitFor(() => expect(jobs.progress.get()).toBeNull());
    expect(deletedPaths()).toEqual(['Notes/a.txt']);
    expect(cancelled).toHaveBeenCalledOnce();
    expect(jobs.failures.get()).toEqual([]);
  });

  it('cancel a command that the server accepts after the stop', async () => {
    outcome = { stepType: 'QUEUED' };
    const { promise: gate, resolve } = Promise.withResolvers<void>();
    responseGate = gate;
    jobs.send([job('a.txt')]);
    await vi.waitFor(() => expect(deletedPaths()).toEqual(['Notes/a.txt']));
    jobs.stop();
    resolve();
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalledOnce());
    await vi.waitFor(() => expect(jobs.progress.get()).toBeNull());
  });

  it('run jobs that are added right after a stop', async () => {
    const { promise: gate, resolve } = Promise.withResolvers<void>();
    responseGate = gate;
    jobs.send([job('a.txt')]);
    await vi.waitFor(() => expect(deletedPaths()).toEqual(['Notes/a.txt']));
    jobs.stop();
    jobs.send([job('b.txt')]);
    resolve();
    await vi.waitFor(() => expect(jobs.progress.get()).toBeNull());
    expect(deletedPaths()).toEqual(['Notes/a.txt', 'Notes/b.txt']);
  });

  it('record the device of each failure and clear those of one device', async () => {
    outcome = { stepType: 'FAILED', errorDetails: 'Gone.' };
    jobs.send([job('a.txt', 3), job('b.txt', 4)]);
    await vi.waitFor(() => expect(jobs.progress.get()).toBeNull());
    expect(jobs.failures.get().map(({ deviceId, name }) => [deviceId, name])).toEqual([
      [3, 'a.txt'],
      [4, 'b.txt'],
    ]);
    jobs.clearFailures(3);
    expect(jobs.failures.get().map(({ name }) => name)).toEqual(['b.txt']);
  });
});
