import { repeatRun, runDetail, runItems, type RunDetail } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { press } from '../../../core/components/mount-for-test.tsx';
import { mountPages } from '../../../core/router/mount-pages-for-test.tsx';
import { ended, runForTest, runItemForTest } from '../../../shared/run-progress/run-for-test.ts';
import { answerForTest, RunServer } from '../../../shared/run-progress/run-server-for-test.ts';
import { RunView } from './run.view.tsx';

let server: RunServer;
const calls = vi.fn<(path: string, input: unknown) => void>();

beforeEach(() => {
  server = new RunServer();
  calls.mockClear();
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    const input: unknown = JSON.parse(String(request.body));
    calls(url, input);
    const data = server.respond(url, input);
    if (!url.endsWith(runItems.path)) return answerForTest(data);
    const pagination = { page: 1, pageSize: 20, totalItems: server.items.length, totalPages: 1 };
    return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [], pagination } });
  });
});
afterEach(() => void vi.unstubAllGlobals());

const skipped = runItemForTest({ id: 2, state: 'SKIPPED', title: 'Update location', reason: 'It is not shared.' });

async function open(run: Partial<RunDetail>, ...items: (typeof skipped)[]): Promise<HTMLElement> {
  server.runs = [runForTest({ id: 7, ...run })];
  server.items = items;
  const { box } = await mountPages({ '/runs/$runId': RunView, '/runs': () => null }, '/runs/7');
  await eventually(() => expect(box.querySelector('h1')?.textContent).toBe('Update contacts and location'));
  await eventually(() => expect(box.querySelectorAll('tbody tr').length).toBe(items.length));
  return box;
}

async function eventually(check: () => void): Promise<void> {
  await vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });
}

const pathsOf = (path: string) => calls.mock.calls.filter(([url]) => url.endsWith(path)).map(([, input]) => input);

describe('the page of a run', () => {
  it('shows how many items are in each state, and each item with its reason', async () => {
    const box = await open(ended({ DONE: 1, SKIPPED: 1 }), runItemForTest(), skipped);
    expect(box.querySelector('h1')?.parentElement?.textContent).toContain('Incomplete');
    expect([...box.querySelectorAll('section li')].map(({ textContent }) => textContent)).toEqual([
      '1Done',
      '1Skipped',
    ]);
    const [, second] = box.querySelectorAll('tbody tr');
    expect(second?.textContent).toContain('It is not shared.');
  });

  it('[SPEC 4.22] says how many devices have an open command, and what each item waits for', async () => {
    const box = await open(
      { waitingDevices: 2 },
      runItemForTest({ id: 1, state: 'WAITING', waitsFor: 'COMMAND', finishedAt: null }),
      runItemForTest({ id: 2, state: 'WAITING', waitsFor: 'STEP', finishedAt: null }),
    );
    expect(box.querySelector('output')?.textContent).toBe(
      '2 devices have an open command. The run waits for it to finish, and then goes on there.',
    );
    const rows = [...box.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
    expect(rows[0]).toContain('Waits for the open command of this device to finish.');
    expect(rows[1]).toContain('Waits for the step before it to finish.');
  });

  it('cancels a running run after a confirmation, and shows it at once', async () => {
    const box = await open({}, runItemForTest({ state: 'OPEN', progress: 40 }));
    expect(box.textContent).toContain('40 %');
    await press(box, 'Cancel run');
    expect(server.cancelled).toEqual([]);
    const dialog = document.querySelector('dialog');
    if (dialog) await press(dialog, 'Cancel run');
    await eventually(() => expect(box.querySelector('h1')?.parentElement?.textContent).toContain('Cancelled'));
    expect(server.cancelled).toEqual([7]);
  });

  it('repeats what did not succeed, and opens the new run', async () => {
    const box = await open(ended({ DONE: 1, SKIPPED: 1 }), skipped);
    await press(box, 'Run 1 again');
    await eventually(() => expect(pathsOf(runDetail.path)).toContainEqual({ runId: 41 }));
    expect(pathsOf(repeatRun.path)).toEqual([{ runId: 7, clientId: expect.any(String) }]);
  });

  it('asks why again where the earlier run had a reason', async () => {
    const box = await open({ ...ended({ DONE: 1, SKIPPED: 1 }), reason: 'The yearly audit' }, skipped);
    await press(box, 'Run 1 again');
    const dialog = document.querySelector('dialog');
    if (dialog === null) throw new Error('Nothing is asked.');
    expect(dialog.textContent).toContain('The yearly audit');
    expect(server.repeated).toEqual([]);
    const field = dialog.querySelector('textarea');
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'Two phones were off');
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await press(dialog, 'Run again');
    await eventually(() =>
      expect(pathsOf(repeatRun.path)).toMatchObject([{ runId: 7, reason: 'Two phones were off' }]),
    );
  });

  it('of another admin offers no change', async () => {
    const box = await open({ mine: false }, skipped);
    await press(box, 'Cancel runOnly ada or a Super Admin can change this run.');
    expect(document.querySelector('dialog[open]')).toBeNull();
  });
});
