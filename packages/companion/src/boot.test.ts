import type { SavedDevice } from '@fairwatch/device/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boot, becomeJoined, startCompanion } from './boot.ts';
import { stubLocks } from './core/live/locks-for-test.ts';
import { takeTabLock } from './core/live/tab-lock.ts';
import { memoryDatabase } from './core/storage/database-for-test.ts';

const saved: SavedDevice = {
  deviceId: 1,
  token: 'token',
  username: 'ada',
  admin: 'maria',
  server: 'watch.example.org',
  joinedAt: '2026-01-01T00:00:00.000Z',
  language: 'en',
  ground: { purpose: 'FAMILY', purposeText: '', legalBasis: 'CONSENT', guardian: null, reviewOn: null },
  grants: { capabilities: [], paused: false, hours: null },
  unsaid: [],
  unsentTickets: [],
  notificationStates: [],
  logHead: null,
};

const kind = () => boot.get().now.kind;
const opener = (database = memoryDatabase()) => vi.fn<() => Promise<typeof database>>(async () => database) as never;

beforeEach(() => stubLocks());
afterEach(async () => {
  const { now } = boot.get();
  if (now.kind === 'joined') await now.companion.stop();
  history.replaceState(null, '', '/');
});

describe('what a tab shows when it opens', () => {
  it('the join page, while nobody has joined', async () => {
    await startCompanion({ open: opener() });
    expect(kind()).toBe('joining');
  });

  it('the device that has joined', async () => {
    await startCompanion({ open: opener(memoryDatabase({ device: saved })) });
    const { now } = boot.get();
    expect(now.kind).toBe('joined');
    expect(now.kind === 'joined' && now.companion.saved.username).toBe('ada');
  });

  it('that another tab is the device, until it is taken over here', async () => {
    const other = await takeTabLock({ steal: false });
    void other?.lost.then(() => other.release());
    await startCompanion({ open: opener() });
    expect(kind()).toBe('elsewhere');
    await startCompanion({ open: opener(), steal: true });
    expect(kind()).toBe('joining');
  });

  it('that the browser keeps nothing, and it can be tried again', async () => {
    const broken = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('The storage is switched off.')));
    await startCompanion({ open: broken });
    expect(boot.get().now).toEqual({ kind: 'no-storage', problem: 'The storage is switched off.' });
    await startCompanion({ open: opener() });
    expect(kind()).toBe('joining');
  });
});

/** Another tab asks this one to give up. */
function takeOver(): void {
  const channel = new BroadcastChannel('fairwatch-companion');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  channel.postMessage('give-up');
  channel.close();
}

const isFree = () => navigator.locks.request('fairwatch-companion', { ifAvailable: true }, (lock) => lock !== null);

describe('a tab that another one takes over from', () => {
  it('stops, and releases the lock once everything is written', async () => {
    const database = memoryDatabase({ device: saved });
    await startCompanion({ open: opener(database) });
    takeOver();
    await vi.waitFor(() => expect(kind()).toBe('elsewhere'));
    await vi.waitFor(async () => expect(await isFree()).toBe(true));
  });

  it('does not become the device when it is still opening', async () => {
    const opening = Promise.withResolvers<ReturnType<typeof memoryDatabase>>();
    const starting = startCompanion({ open: (() => opening.promise) as never });
    await Promise.resolve();
    takeOver();
    await vi.waitFor(() => expect(kind()).toBe('elsewhere'));
    opening.resolve(memoryDatabase({ device: saved }));
    await starting;
    expect(kind()).toBe('elsewhere');
  });

  it('stores the device that has just joined for the other one', async () => {
    const database = memoryDatabase();
    await startCompanion({ open: opener(database) });
    takeOver();
    await vi.waitFor(() => expect(kind()).toBe('elsewhere'));
    await becomeJoined(database, saved);
    expect(kind()).toBe('elsewhere');
    expect(database.values.get('device')).toEqual(saved);
  });
});
