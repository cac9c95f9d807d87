import {
  cancelCommand,
  galleryFetch,
  galleryFetchHistory,
  offersWithout,
  type Command,
  type DeviceSummary,
  type GalleryItem,
} from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../core/api/query.ts';
import { mount } from '../../core/components/mount-for-test.tsx';
import { deviceForTest } from '../../core/device-feature/device/device-for-test.ts';
import type { DeviceFeatureList } from '../../core/device-feature/use-device-feature.ts';
import { addTexts } from '../../core/i18n/i18n.ts';
import { sessionStore } from '../../core/session/session-store.ts';
import texts from './gallery.texts.json';
import { useOriginals, type Originals } from './use-originals.ts';

const item = (id: number, fileHash: string | null = null) => ({ id, fileHash, fileName: `${id}.jpg` }) as GalleryItem;

addTexts('gallery', texts.gallery);

/** The fetch commands of the device, newest first. */
let history: Command[];
let refusal: { status: number; code: string } | null;
/** The server responds to a fetch command once this resolves. */
let responseGate: Promise<void>;
let originals: Originals;
let redraw: (open: Command | null, change?: Partial<DeviceSummary>) => Promise<void>;
const calls = vi.fn<(path: string, input: unknown) => void>();

function command(id: number, changes: Partial<Command> = {}): Command {
  return {
    id,
    commandTypeEnum: 'FETCH_MEDIA',
    stepType: 'RUNNING',
    createdAt: '2026-11-15T10:00:00.000Z',
    userResponseTime: null,
    errorDetails: null,
    progress: null,
    phase: null,
    requestedBy: 'admin',
    details: {},
    ...changes,
  };
}

function respond(url: string): unknown {
  if (url.endsWith(galleryFetchHistory.path)) return history;
  if (!url.endsWith(galleryFetch.path)) return [];
  history = [command(history.length + 1), ...history];
  return history[0];
}

function Probe({ list, report }: { list: DeviceFeatureList<GalleryItem>; report: (originals: Originals) => void }) {
  const current = useOriginals(list);
  useEffect(() => {
    report(current);
  });
  return null;
}

beforeEach(async () => {
  history = [];
  refusal = null;
  responseGate = Promise.resolve();
  calls.mockClear();
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (url, request) => {
      const input: unknown = JSON.parse(String(request?.body));
      calls(String(url), input);
      const pagination = String(url).endsWith('/all') ? { page: 1, pageSize: 20, totalItems: 1, totalPages: 1 } : null;
      if (refusal && String(url).endsWith(galleryFetch.path)) {
        const { status, code } = refusal;
        refusal = null;
        const message = [{ text: { client: 'Refused.' }, code }];
        const meta = { has_error: true, message, pagination: null };
        return Response.json({ securityStatus: 'PLAINTEXT', data: null, meta }, { status });
      }
      const data = respond(String(url));
      if (String(url).endsWith(galleryFetch.path)) await responseGate;
      const meta = { has_error: false, message: [], pagination };
      return Response.json({ securityStatus: 'PLAINTEXT', data, meta });
    }),
  );
  allow('FULL_ACCESS');
  const { redraw: draw } = mount(null);
  redraw = (open, change = {}) =>
    act(async () => {
      const commands = { open, newest: null, newestDone: null, known: true };
      const list = {
        deviceId: 3,
        device: deviceForTest(change),
        commands,
      } as unknown as DeviceFeatureList<GalleryItem>;
      draw(
        <QueryClientProvider client={queryClient}>
          <Probe list={list} report={(current) => (originals = current)} />
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
  act(() =>
    sessionStore.setProfile({
      adminRole: 'ADMIN',
      featureAccessDTOs: [{ id: 1, featurePermission: 'GALLERY', featureAccess }],
    }),
  );
}

/** The ids of the items that were requested so far. */
const requestedIds = () =>
  calls.mock.calls
    .filter(([path]) => path.endsWith(galleryFetch.path))
    .map(([, input]) => (input as { itemId: number }).itemId);

async function request(...items: GalleryItem[]): Promise<void> {
  await act(async () => originals.request(items));
}

/** Ends the newest command and waits until the hook has noticed. */
async function endCommand(changes: Partial<Command>): Promise<void> {
  const before = originals.current;
  const [newest, ...older] = history;
  history = newest ? [{ ...newest, ...changes }, ...older] : [];
  await vi.waitFor(async () => {
    await act(async () => {
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === galleryFetchHistory.path });
    });
    expect(originals.current).not.toBe(before);
  });
  // The request for the next item is sent in the following tick.
  await act(async () => undefined);
}

describe('originals', () => {
  it('are requested one after the other, and not when the server has them', async () => {
    await request(item(1), item(2, 'hash'), item(3));
    expect(requestedIds()).toEqual([1]);
    expect([item(1), item(3), item(4)].map((each) => originals.stateOf(each))).toEqual(['running', 'waiting', null]);
    await redraw(command(1, { progress: 40 }));
    expect(originals.percent).toBe(40);
    await endCommand({ stepType: 'DONE' });
    expect(requestedIds()).toEqual([1]);
    await redraw(null);
    expect(requestedIds()).toEqual([1, 3]);
    expect(originals.arrived.has(1)).toBe(true);
    await endCommand({ stepType: 'DONE' });
    expect([originals.current, originals.waiting]).toEqual([null, 0]);
  });

  it('continue after a failure and keep its reason', async () => {
    await request(item(1), item(2));
    await endCommand({ stepType: 'FAILED', errorDetails: 'The phone was busy.' });
    expect(requestedIds()).toEqual([1, 2]);
    expect(originals.failures).toEqual(new Map([[1, 'The phone was busy.']]));
    await endCommand({ stepType: 'DONE' });
    await request(item(1));
    expect(originals.failures.size).toBe(0);
    expect(requestedIds()).toEqual([1, 2, 1]);
  });

  it('wait while another command of the device is open', async () => {
    refusal = { status: 409, code: 'commands_pending' };
    await redraw(command(99));
    await request(item(1));
    expect([requestedIds(), originals.isWaitingForOthers]).toEqual([[], true]);
    await redraw(null);
    expect(requestedIds()).toEqual([1, 1]);
    expect(originals.failures.size).toBe(0);
  });

  it('stop when one is cancelled or refused', async () => {
    await request(item(1), item(2));
    await endCommand({ stepType: 'CANCELLED' });
    expect([requestedIds(), originals.current, originals.waiting]).toEqual([[1], null, 0]);
    refusal = { status: 403, code: 'consent_missing' };
    await request(item(3), item(4));
    expect([requestedIds(), originals.waiting]).toEqual([[1, 3], 0]);
    expect(originals.failures.get(3)).toBe('Refused.');
  });

  it('cancel a command that the server accepts after the stop', async () => {
    const { promise: gate, resolve } = Promise.withResolvers<void>();
    responseGate = gate;
    await request(item(1));
    await act(async () => originals.stop());
    await act(async () => resolve());
    await act(() => vi.waitUntil(() => calls.mock.calls.some(([path]) => path.endsWith(cancelCommand.path))));
    expect(calls).toHaveBeenCalledWith(expect.stringContaining(cancelCommand.path), { deviceId: 3, commandId: 1 });
  });

  it('are stopped by the admin: the open command is cancelled and the queue emptied', async () => {
    await request(item(1), item(2));
    await act(async () => originals.stop());
    expect(originals.waiting).toBe(0);
    expect(calls.mock.calls.find(([path]) => path.endsWith(cancelCommand.path))?.[1]).toEqual({
      deviceId: 3,
      commandId: 1,
    });
  });

  it('cannot be requested while the device is offline or busy for another admin, or with Read Only', async () => {
    expect(originals.reason).toBeNull();
    await redraw(null, { status: 'Offline' });
    expect(originals.reason).toContain('offline');
    await redraw(null, { status: 'Reachable' });
    expect(originals.reason).toBeNull();
    await redraw(null, { offers: offersWithout({ GALLERY: 'A browser cannot read photos.' }) });
    expect([originals.reason, originals.refusal]).toEqual(Array(2).fill('A browser cannot read photos.'));
    await redraw(command(99));
    expect(originals.reason).toBe(
      'You have pending commands in the queue. Please wait for them to complete before submitting new ones.',
    );
    await act(async () => allow('READ_ONLY'));
    expect(originals.reason).toBe('You have read-only access here.');
  });
});
