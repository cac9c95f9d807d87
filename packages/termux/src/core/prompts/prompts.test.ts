import { capabilityNames } from '@fairwatch/contract';
import {
  createStore,
  emptyTicketCache,
  noWatches,
  type PendingRequest,
  type RunningLiveView,
} from '@fairwatch/device/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Notification, Notifications } from '../notifications/notifications.ts';
import { noChoices } from '../state/choices.ts';
import type { TermuxCapture, TermuxState } from '../state/termux-state.ts';
import { startPrompts } from './prompts.ts';

const initial: TermuxState = {
  connection: 'connected',
  retryAt: null,
  grants: { capabilities: [], paused: false, hours: null },
  pendingDecisions: [],
  ground: { purpose: 'FAMILY', purposeText: '', legalBasis: 'CONSENT', guardian: null, reviewOn: null },
  usedKinds: capabilityNames,
  ticketCategories: [],
  supervision: null,
  watches: noWatches,
  requested: {},
  questions: [],
  requests: [],
  liveLocation: null,
  liveEnd: null,
  liveView: null,
  liveViewEnd: null,
  readNotice: 0,
  done: [],
  capture: null,
  captureNotes: [],
  messages: [],
  logHead: 0,
  tickets: emptyTicketCache,
  unsentTickets: [],
  ended: null,
  choices: noChoices,
  noticeShown: true,
};

const request: PendingRequest = {
  commandId: 7,
  commandType: 'CAPTURE_PHOTO',
  requestedBy: 'maria',
  reason: 'Is the car damaged?',
  minutes: null,
  camera: null,
  sound: false,
  expiresAt: new Date('2026-01-01T12:00:00Z'),
  seen: () => undefined,
  accept: () => undefined,
  decline: () => undefined,
};

const message = (notificationId: number, receivedAt: string) => ({
  notificationId,
  notificationType: 'INFO',
  title: 'Hello',
  message: 'Please call.',
  sentBy: 'maria',
  receivedAt,
  state: 'DELIVERED' as const,
});

function setUp() {
  /** What the phone shows now, by id. */
  const shown = new Map<string, Notification>();
  const titles: string[] = [];
  const phone: { posting: Promise<void>; refuses: boolean } = { posting: Promise.resolve(), refuses: false };
  const notifications: Notifications = {
    async post(notification) {
      await phone.posting;
      if (phone.refuses) throw new Error('Android refuses.');
      titles.push(notification.title);
      shown.set(notification.id, notification);
    },
    async remove(id) {
      shown.delete(id);
    },
  };
  const live = createStore(initial);
  const liveViews = { onShown: vi.fn<() => void>(), fail: vi.fn<(problem: Error) => void>() };
  const prompts = startPrompts({ notifications, live, liveViews, log: () => undefined });
  onTestFinished(() => prompts.close());
  const ids = () => [...shown.keys()];
  return { live, liveViews, prompts, shown, titles, phone, ids };
}

describe('a request', () => {
  it('asks for a tap, which names the command by its number only, and is gone afterwards', async () => {
    const { live, shown, ids } = setUp();
    live.set({ requests: [request] });
    await vi.waitFor(() => expect(ids()).toEqual(['fairwatch-request-7']));
    expect(shown.get('fairwatch-request-7')).toMatchObject({
      title: 'maria asks for a photo from your camera',
      content: expect.stringContaining('Is the car damaged?'),
      isUrgent: true,
      buttons: [
        { text: 'Allow once', tap: { word: 'allow', commandId: 7 } },
        { text: 'Decline', tap: { word: 'decline', commandId: 7 } },
        { text: 'Open', tap: { word: 'open' } },
      ],
    });
    // Android would take it away with a tap beside the buttons.
    expect(shown.get('fairwatch-request-7')?.onTap).toBeUndefined();
    live.set({ requests: [] });
    await vi.waitFor(() => expect(ids()).toEqual([]));
  });

  it('is posted once, however often something else changes', async () => {
    const { live, titles, ids } = setUp();
    live.set({ requests: [request] });
    for (let logHead = 1; logHead < 10; logHead += 1) live.set({ logHead });
    await vi.waitFor(() => expect(ids()).toHaveLength(1));
    expect(titles).toHaveLength(1);
  });

  it('that is over before it was posted is removed', async () => {
    const { live, phone, titles, ids } = setUp();
    const posting = Promise.withResolvers<void>();
    phone.posting = posting.promise;
    live.set({ requests: [request] });
    live.set({ requests: [] });
    posting.resolve();
    await vi.waitFor(() => expect([titles.length, ids().length]).toEqual([1, 0]));
  });
});

describe('a capture', () => {
  const capture: TermuxCapture = {
    commandId: 7,
    what: 'a voice recording',
    requestedBy: 'maria',
    reason: null,
    duty: null,
    phase: 'COUNTDOWN',
    secondsLeft: 3,
    secondsPassed: 0,
    seconds: 10,
    stop: () => undefined,
    onShown: () => undefined,
    fail: () => undefined,
  };

  it('is shown from the countdown on, with a way to stop it', async () => {
    const { live, shown, ids } = setUp();
    const onShown = vi.fn<() => void>();
    live.set({ capture: { ...capture, onShown } });
    await vi.waitFor(() => expect(shown.get('fairwatch-capture')?.title).toBe('In 3: a voice recording for maria'));
    // Who swipes it away stops it.
    expect(shown.get('fairwatch-capture')).toMatchObject({ onGone: { word: 'stop', commandId: 7 } });
    await vi.waitFor(() => expect(onShown).toHaveBeenCalledOnce());
    live.set({ capture: { ...capture, phase: 'RECORDING' } });
    await vi.waitFor(() =>
      expect(shown.get('fairwatch-capture')?.title).toBe('Recording now: a voice recording for maria'),
    );
    expect(shown.get('fairwatch-capture')).toMatchObject({
      isOngoing: true,
      buttons: [{ text: 'Stop', tap: { word: 'stop', commandId: 7 } }],
    });
    live.set({ capture: null, captureNotes: ['maria took a voice recording.'] });
    await vi.waitFor(() => expect(ids()).toEqual(['fairwatch-capture-note']));
  });

  it('does not lag behind when posting is slow', async () => {
    const { live, phone, titles } = setUp();
    const posting = Promise.withResolvers<void>();
    phone.posting = posting.promise;
    for (const secondsLeft of [3, 2, 1]) live.set({ capture: { ...capture, secondsLeft } });
    live.set({ capture: { ...capture, phase: 'RECORDING' } });
    posting.resolve();
    await vi.waitFor(() => expect(titles.at(-1)).toContain('Recording now'));
    expect(titles).toHaveLength(2);
  });

  it('that cannot be shown does not happen', async () => {
    const { live, phone } = setUp();
    phone.refuses = true;
    const fail = vi.fn<(problem: Error) => void>();
    live.set({ capture: { ...capture, fail } });
    await vi.waitFor(() => expect(fail).toHaveBeenCalledOnce());
    expect(fail.mock.calls[0]?.[0].message).toBe('The capture could not be shown to the person. Android refuses.');
  });
});

describe('a live view', () => {
  const running: RunningLiveView = {
    sessionId: 9,
    requestedBy: 'maria',
    reason: 'Where is the leak?',
    phase: 'COUNTDOWN',
    secondsLeft: 3,
    until: new Date('2026-01-01T12:00:00Z'),
    camera: 'BACK',
    sound: false,
    viewers: [],
    viewerCount: 0,
    stills: 0,
  };

  it('is asked for with its camera and its length', async () => {
    const { live, shown } = setUp();
    live.set({ requests: [{ ...request, commandType: 'LIVE_VIEW', minutes: 5, camera: 'BACK' }] });
    await vi.waitFor(() => expect(shown.size).toBe(1));
    expect(shown.get('fairwatch-request-7')).toMatchObject({
      title: 'maria asks to see a live picture of your back camera, for up to 5 minutes',
      content: expect.stringContaining('without sound'),
      buttons: [{ text: 'Allow for 5 minutes' }, { text: 'Decline' }, { text: 'Open' }],
    });
  });

  it('is shown from the countdown on, with who watches and a way to stop it, and how it ended', async () => {
    const { live, liveViews, shown } = setUp();
    live.set({ liveView: running });
    await vi.waitFor(() =>
      expect(shown.get('fairwatch-live-view')?.title).toBe('In 3: a live picture of your back camera for maria'),
    );
    await vi.waitFor(() => expect(liveViews.onShown).toHaveBeenCalled());
    live.set({ liveView: { ...running, phase: 'LIVE', viewers: ['maria', 'jo'], viewerCount: 2 } });
    await vi.waitFor(() =>
      expect(shown.get('fairwatch-live-view')).toMatchObject({
        title: expect.stringContaining('maria may see a live picture of your back camera until'),
        content: expect.stringMatching(/^Watching now: maria, jo\. .*Where is the leak/),
        isOngoing: true,
        // Who swipes it away stops it.
        onGone: { word: 'stop', commandId: 9 },
        buttons: [{ text: 'Stop', tap: { word: 'stop', commandId: 9 } }],
      }),
    );
    live.set({ liveView: null, liveViewEnd: { ...running, end: 'OVER', stills: 1 } });
    await vi.waitFor(() => expect([...shown.keys()]).toEqual(['fairwatch-live-view-end']));
    expect(shown.get('fairwatch-live-view-end')?.content).toContain('1 picture was kept as a photo.');
  });

  it('that cannot be shown does not happen', async () => {
    const { live, liveViews, phone } = setUp();
    phone.refuses = true;
    live.set({ liveView: running });
    await vi.waitFor(() => expect(liveViews.fail).toHaveBeenCalledOnce());
    expect(liveViews.fail.mock.calls[0]?.[0].message).toBe(
      'The live view could not be shown to the person. Android refuses.',
    );
  });
});

describe('other notifications', () => {
  it('who follows the person, until when, with a way to stop it', async () => {
    const { live, shown, titles } = setUp();
    const running = { sessionId: 9, requestedBy: 'maria', reason: null, until: '2026-01-01T12:00:00Z', points: 0 };
    live.set({ liveLocation: running });
    await vi.waitFor(() =>
      expect(shown.get('fairwatch-live')?.title).toContain('maria follows your live location until'),
    );
    expect(shown.get('fairwatch-live')?.buttons).toEqual([{ text: 'Stop', tap: { word: 'stop', commandId: 9 } }]);
    // The points that are sent are no news.
    live.set({ liveLocation: { ...running, points: 5 } });
    live.set({ liveLocation: null, liveEnd: { ...running, end: 'OVER' } });
    await vi.waitFor(() => expect([...shown.keys()]).toEqual(['fairwatch-live-end']));
    expect(titles).toHaveLength(2);
  });

  it('new messages, until they are read; those from before the start are not repeated', async () => {
    const { live, shown } = setUp();
    const later = new Date(Date.now() + 60_000).toISOString();
    live.set({ messages: [message(2, later), message(1, '2020-01-01T00:00:00.000Z')] });
    await vi.waitFor(() => expect([...shown.keys()]).toEqual(['fairwatch-message-2']));
    live.set({ messages: [{ ...message(2, later), state: 'SEEN' }] });
    await vi.waitFor(() => expect(shown.size).toBe(0));
  });

  it('all are gone when the device stops', async () => {
    const { live, prompts, shown } = setUp();
    live.set({ requests: [request] });
    await vi.waitFor(() => expect(shown.size).toBe(1));
    await prompts.close();
    expect(shown.size).toBe(0);
    live.set({ requests: [{ ...request, commandId: 8 }] });
    expect(shown.size).toBe(0);
  });
});
