import { offersWithout, startRun, type Command, type DeviceSummary, type GalleryItem } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { deviceForTest } from '../../../shared/device-feature/device/device-for-test.ts';
import type { DeviceFeatureList } from '../../../shared/device-feature/use-device-feature.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { runForTest } from '../../../shared/run-progress/run-for-test.ts';
import { answerForTest, RunServer } from '../../../shared/run-progress/run-server-for-test.ts';
import '../../../shared/run-progress/use-run-texts.ts';
import { sessionStore } from '../../../core/session/session-store.ts';
import texts from './gallery.texts.json';
import { failuresOf, useFetchedOriginals, type Originals } from './use-fetched-originals.ts';

const item = (id: number, fileHash: string | null = null) => ({ id, fileHash, fileName: `${id}.jpg` }) as GalleryItem;

addTexts('gallery', texts.gallery);

let server: RunServer;
let isRefused: boolean;
let originals: Originals;
let redraw: (open: Partial<Command> | null, change?: Partial<DeviceSummary>) => Promise<void>;

function Probe({ list, report }: { list: DeviceFeatureList<GalleryItem>; report: (originals: Originals) => void }) {
  const current = useFetchedOriginals(list);
  useEffect(() => {
    report(current);
  });
  return null;
}

beforeEach(async () => {
  queryClient.clear();
  [server, isRefused] = [new RunServer(), false];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (url, request) => {
      if (isRefused && String(url).endsWith(startRun.path)) {
        const meta = { has_error: true, message: [{ text: { client: 'Refused.' }, code: 'not_allowed' }] };
        return Response.json({ securityStatus: 'PLAINTEXT', data: null, meta }, { status: 403 });
      }
      return answerForTest(server.respond(String(url), JSON.parse(String(request?.body))) ?? []);
    }),
  );
  allow('FULL_ACCESS');
  const { redraw: draw } = mount(null);
  redraw = (open, change = {}) =>
    act(async () => {
      const commands = { open, newest: null, newestDone: null, known: true };
      const list = { deviceId: 3, device: deviceForTest(change), commands } as unknown;
      draw(
        <QueryClientProvider client={queryClient}>
          <Probe list={list as DeviceFeatureList<GalleryItem>} report={(current) => (originals = current)} />
        </QueryClientProvider>,
      );
    });
  await redraw(null);
});
afterEach(() => {
  act(() => sessionStore.logout());
  vi.unstubAllGlobals();
});

function allow(featureAccess: 'FULL_ACCESS' | 'READ_ONLY'): void {
  const featureAccessDTOs = [{ id: 1, featurePermission: 'GALLERY', featureAccess } as const];
  act(() => sessionStore.setProfile({ adminRole: 'ADMIN', featureAccessDTOs }));
}

/** Waits until the hook shows what the check expects. */
async function eventually(check: () => void): Promise<void> {
  await vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });
}

async function request(...items: GalleryItem[]): Promise<void> {
  await act(async () => originals.request(items));
  await eventually(() => expect(originals.runs.length > 0 || originals.failures.size > 0).toBe(true));
}

const requestedIds = () =>
  server.started.map(({ action }) => (action.action === 'FETCH_MEDIA' ? action.itemIds : action));

describe('originals', () => {
  it('are fetched in one run, without those that the server has or that are requested already', async () => {
    await request(item(1), item(2, 'hash'), item(3));
    expect(requestedIds()).toEqual([[1, 3]]);
    expect([item(1), item(3), item(4)].map((each) => originals.isRequested(each))).toEqual([true, true, false]);
    await request(item(3), item(4));
    await eventually(() => expect(requestedIds()).toEqual([[1, 3], [4]]));
  });

  it('show the progress of the open command, and arrive when the run ends', async () => {
    await request(item(1));
    expect(originals.percent).toBeNull();
    await redraw({ id: 9, runId: 41, progress: 40 });
    expect([originals.percent, originals.isWaitingForOthers]).toEqual([40, false]);
    await redraw({ id: 10, runId: null, progress: 10 });
    expect(originals.isWaitingForOthers).toBe(true);
    await act(() => server.end({ DONE: 1 }, {}));
    await eventually(() => expect(originals.runs).toEqual([]));
    expect([[...originals.arrived], originals.failures.size]).toEqual([[1], 0]);
  });

  it('that failed keep their reason until they are requested again', async () => {
    await request(item(1), item(2));
    await act(() => server.end({ DONE: 1, FAILED: 1 }, { state: 'FAILED', reason: 'The phone was busy.' }, {}));
    await eventually(() => expect(originals.failures).toEqual(new Map([[1, 'The phone was busy.']])));
    expect([...originals.arrived]).toEqual([2]);
    await request(item(1));
    await eventually(() => expect(originals.failures.size).toBe(0));
  });

  it('are not requested when the server refuses the run', async () => {
    isRefused = true;
    await request(item(3));
    expect(originals.failures).toEqual(new Map([[3, 'Refused.']]));
    expect(originals.isRequested(item(3))).toBe(false);
  });

  it('are stopped by the admin, and that is no failure', async () => {
    await request(item(1), item(2));
    await act(async () => originals.stop());
    await eventually(() => expect(originals.runs).toEqual([]));
    expect([server.cancelled, originals.failures.size]).toEqual([[41], 0]);
  });

  it('that were requested before the page was opened are shown too', async () => {
    server.runs = [runForTest({ id: 5, action: 'FETCH_MEDIA' }), runForTest({ id: 6 })];
    await act(() => server.change({}));
    await eventually(() => expect(originals.runs.map(({ id }) => id)).toEqual([5]));
  });

  it('cannot be requested while the device is offline or cannot send them, or with Read Only', async () => {
    expect(originals.reason).toBeNull();
    await redraw(null, { status: 'Offline' });
    expect(originals.reason).toContain('offline');
    await redraw(null, { status: 'Reachable' });
    expect(originals.reason).toBeNull();
    await redraw(null, { offers: offersWithout({ GALLERY: 'A browser cannot read photos.' }) });
    expect([originals.reason, originals.refusal]).toEqual(Array(2).fill('A browser cannot read photos.'));
    await act(async () => allow('READ_ONLY'));
    expect(originals.reason).toBe('You have read-only access here.');
  });
});

describe('the failures of a run', () => {
  const many = Array.from({ length: 60 }, (_, index) => item(index + 1));

  it('are those of a whole list, or those that its reason names', () => {
    const done = { state: 'DONE', reason: '' } as const;
    expect(failuresOf(many, [done, { state: 'EXPIRED', reason: '' }]).size).toBe(10);
    const partly = { state: 'DONE', reason: '2 of 50 failed: 3.jpg: Gone.; 7.jpg: Gone.' } as const;
    expect([...failuresOf(many, [partly, done]).keys()]).toEqual([3, 7]);
    expect(failuresOf(many, [done, done]).size).toBe(0);
  });
});
