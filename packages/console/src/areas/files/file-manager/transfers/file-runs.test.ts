import { cdnList, downloadFile, limits, startRun } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../../core/api/query.ts';
import { answerForTest, RunServer } from '../../../../shared/run-progress/run-server-for-test.ts';
import '../../../../shared/run-progress/use-run-texts.ts';
import { FileRuns } from './file-runs.ts';

let server: RunServer;
let runs: FileRuns;
/** The copies of files that the server has. */
let stored: { id: number; filePath: string; storedAt: string; direction: string; fileSize: number }[];
let saved: number[];
let refused: boolean;

beforeEach(() => {
  // A saved file is a click on a link.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  queryClient.clear();
  [server, runs, stored, saved, refused] = [new RunServer(), new FileRuns(), [], [], false];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (url, request) => {
      const path = String(url);
      if (path.startsWith('blob:') || path.includes('/content/')) return new Response('bytes');
      const input = JSON.parse(String(request?.body)) as { id: number };
      if (refused && path.endsWith(startRun.path)) {
        const meta = { has_error: true, message: [{ text: { client: 'Refused.' }, code: 'not_allowed' }] };
        return Response.json({ securityStatus: 'PLAINTEXT', data: null, meta }, { status: 403 });
      }
      if (path.endsWith(cdnList.path)) return answerForTest(stored);
      if (path.endsWith(downloadFile.path)) {
        saved.push(input.id);
        return answerForTest({ url: '/content/x', fileName: 'a.txt', expiresAt: '' });
      }
      return answerForTest(server.respond(path, input) ?? null);
    }),
  );
});
afterEach(() => {
  runs.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const actions = () => server.started.map(({ action }) => action);
const idle = () => vi.waitFor(() => expect(runs.active.get()).toEqual([]));
const copy = (id: number, filePath: string, storedAt: string) => {
  return { id, filePath, storedAt, direction: 'FROM_DEVICE', fileSize: 5 };
};

describe('work on several files', () => {
  it('is one run of the server, which the tab follows until it ends', async () => {
    await runs.start(3, { kind: 'delete', paths: ['Notes/a.txt', 'Notes/b.txt'] });
    expect(server.started).toEqual([
      {
        selection: { by: 'DEVICES', deviceIds: [3] },
        action: { action: 'DELETE_FILES', paths: ['Notes/a.txt', 'Notes/b.txt'] },
      },
    ]);
    expect(runs.active.get().map(({ deviceId, run }) => [deviceId, run.id])).toEqual([[3, 41]]);
    await server.end({ DONE: 1 }, {});
    await idle();
    expect(runs.problems.get()).toEqual([]);
  });

  it('renames by the names that were chosen', async () => {
    const renames = [{ path: 'Notes/a.txt', name: 'c.txt' }];
    await runs.start(3, { kind: 'rename', renames });
    expect(actions()).toEqual([{ action: 'RENAME_FILES', renames }]);
  });

  it('is split where it names more files than one run takes', async () => {
    const paths = Array.from({ length: limits.run.filesPerRun + 1 }, (_, index) => `${index}.txt`);
    await runs.start(3, { kind: 'fetch', paths });
    expect(actions()).toEqual([
      { action: 'SEND_FILES', paths: paths.slice(0, -1) },
      { action: 'SEND_FILES', paths: paths.slice(-1) },
    ]);
  });

  it('tells what went wrong with the reasons, for each device, until they are dismissed', async () => {
    await runs.start(3, { kind: 'delete', paths: ['a.txt', 'b.txt'] });
    await server.end(
      { FAILED: 1, SKIPPED: 1, DONE: 1 },
      { title: 'Delete a.txt', state: 'FAILED', reason: 'It is no longer there.' },
      { title: 'Delete b.txt', state: 'EXPIRED' },
      { title: 'Delete c.txt' },
    );
    await idle();
    expect(runs.problems.get().map(({ deviceId, runId, text }) => [deviceId, runId, text])).toEqual([
      [3, 41, 'Delete a.txt: It is no longer there.'],
      [3, 41, 'Delete b.txt: The device did not answer in time.'],
    ]);
    runs.dismissProblems(4);
    expect(runs.problems.get()).toHaveLength(2);
    runs.dismissProblems(3);
    expect(runs.problems.get()).toEqual([]);
  });

  it('is cancelled at the server when the admin stops it, and that is no problem', async () => {
    await runs.start(3, { kind: 'download', paths: ['a.txt'] });
    server.items = [];
    stored = [copy(7, 'a.txt', '2030-01-01T00:00:00.000Z')];
    runs.stop(41);
    await idle();
    expect([server.cancelled, runs.problems.get(), saved]).toEqual([[41], [], []]);
  });

  it('saves the fetched files of a download, but no older copy of a file that did not come', async () => {
    stored = [copy(7, 'a.txt', '2026-11-16T12:00:30.000Z'), copy(8, 'b.txt', '2026-11-16T11:59:59.000Z')];
    await runs.start(3, { kind: 'download', paths: ['a.txt', 'b.txt'] });
    await server.end({ DONE: 1 }, {});
    await idle();
    expect([saved, runs.problems.get()]).toEqual([[7], []]);
  });

  it('starts nothing when the server refuses it', async () => {
    refused = true;
    expect(await runs.start(3, { kind: 'delete', paths: ['a.txt'] })).toEqual([]);
    expect(runs.active.get()).toEqual([]);
  });
});
