import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountPages } from '../../../core/router/mount-pages-for-test.tsx';
import { countsForTest, ended, runForTest } from '../../run-progress/run-for-test.ts';
import { answerForTest, RunServer } from '../../run-progress/run-server-for-test.ts';
import { DeviceRuns } from './device-runs.tsx';

let server: RunServer;

beforeEach(() => {
  server = new RunServer();
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    return answerForTest(server.respond(url, JSON.parse(String(request.body))));
  });
});
afterEach(() => void vi.unstubAllGlobals());

const Page = () => <DeviceRuns deviceId={3} />;
const pages = { '/device/$deviceId': Page, '/runs': () => null, '/runs/$runId': () => null };

async function eventually(check: () => void): Promise<void> {
  await vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });
}

describe('the sign of a run in the header', () => {
  it('shows how far the run of the device is, links to it, and goes when it ends', async () => {
    server.runs = [runForTest({ id: 7, counts: countsForTest({ DONE: 1, OPEN: 1 }) })];
    const { box } = await mountPages(pages, '/device/3');
    await eventually(() => expect(box.querySelector('a')?.textContent).toBe('1 of 2'));
    expect(box.querySelector('a')?.getAttribute('aria-label')).toBe('Update contacts and location: 1 of 2 ended');
    expect(box.querySelector('a')?.getAttribute('href')).toBe('/runs/7');
    await act(() => server.change(ended({ DONE: 2 })));
    await eventually(() => expect(box.querySelector('a')).toBeNull());
  });

  it('links to the list when there are several', async () => {
    server.runs = [runForTest({ id: 7 }), runForTest({ id: 8 })];
    const { box } = await mountPages(pages, '/device/3');
    await eventually(() => expect(box.querySelector('a')?.getAttribute('aria-label')).toBe('2 runs on this device'));
    expect(box.querySelector('a')?.getAttribute('href')).toBe('/runs?device=3&state=RUNNING');
  });
});
