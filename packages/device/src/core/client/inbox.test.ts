import type { Capability, DeviceFrame } from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import {
  createInbox,
  type ConsentQuestion,
  type InboxHandlers,
  type NotificationStates,
  type ShownNotification,
} from './inbox.ts';

interface Setup extends InboxHandlers {
  notificationStates?: NotificationStates;
  onNotificationStates?(states: NotificationStates): void;
  capabilities?: readonly Capability[];
  paused?: boolean;
}

function setUp({ capabilities = ['NOTIFICATIONS'], paused = false, ...handlers }: Setup) {
  const sent: DeviceFrame[] = [];
  const line = { up: true };
  const grants = { capabilities, paused, hours: null };
  const inbox = createInbox({
    ...handlers,
    grants,
    accept: async () => grants,
    decline: async () => grants,
    send: async (frame) => {
      if (line.up) sent.push(frame);
      return line.up;
    },
    log: () => undefined,
  });
  return { inbox, sent, line };
}

const notification = (notificationId = 7) =>
  ({
    type: 'notification',
    notificationId,
    notificationType: 'INFO',
    title: 'Hello',
    message: 'Good morning',
    sentBy: 'maria',
  }) as const;
const state = (value: string, notificationId = 7) => ({ type: 'notification-state', notificationId, state: value });

describe('notifications', () => {
  it('are shown once, however often they come, and answered each time', async () => {
    const shown: ShownNotification[] = [];
    const seen = Promise.withResolvers<'SEEN'>();
    const { inbox, sent } = setUp({ onNotification: (each) => (shown.push(each), seen.promise) });
    inbox.notify(notification());
    inbox.notify(notification());
    expect(sent.filter(({ type }) => type === 'notification-state')).toEqual([state('DELIVERED'), state('DELIVERED')]);
    seen.resolve('SEEN');
    await vi.waitFor(() => expect(sent.at(-1)).toEqual(state('SEEN')));
    inbox.notify(notification());
    expect(sent.at(-1)).toEqual(state('SEEN'));
    expect(shown).toEqual([
      { notificationId: 7, notificationType: 'INFO', title: 'Hello', message: 'Good morning', sentBy: 'maria' },
    ]);
  });

  it('are not shown again after a restart of the device, but answered', async () => {
    let kept: NotificationStates = [];
    const first = setUp({
      onNotification: async () => 'DISMISSED',
      onNotificationStates: (states) => (kept = states),
    });
    first.inbox.notify(notification());
    await vi.waitFor(() => expect(kept).toEqual([[7, 'DISMISSED']]));
    const onNotification = vi.fn<NonNullable<InboxHandlers['onNotification']>>(async () => 'SEEN');
    const { inbox, sent } = setUp({ notificationStates: kept, onNotification });
    inbox.notify(notification());
    inbox.notify(notification(8));
    await vi.waitFor(() => expect(sent.at(-1)).toEqual(state('SEEN', 8)));
    expect(sent[0]).toEqual(state('DISMISSED'));
    expect(onNotification).toHaveBeenCalledTimes(1);
  });

  it('send on the next connection what a broken one lost', async () => {
    const seen = Promise.withResolvers<'DISMISSED'>();
    const { inbox, sent, line } = setUp({ onNotification: () => seen.promise });
    inbox.notify(notification());
    line.up = false;
    seen.resolve('DISMISSED');
    await seen.promise;
    line.up = true;
    await vi.waitFor(() => {
      inbox.connected();
      expect(sent.at(-1)).toEqual(state('DISMISSED'));
    });
  });

  it('may be seen after a restart of the device; what could not be sent is kept until it is', async () => {
    let kept: NotificationStates = [];
    const onNotificationStates = (states: NotificationStates) => void (kept = states);
    const first = setUp({ notificationStates: [[7, 'DELIVERED']], onNotificationStates });
    first.line.up = false;
    first.inbox.mark(7, 'SEEN');
    await vi.waitFor(() => expect(kept).toEqual([[7, 'SEEN', false]]));
    const { inbox, sent } = setUp({ notificationStates: kept, onNotificationStates });
    inbox.connected();
    await vi.waitFor(() => expect(kept).toEqual([[7, 'SEEN']]));
    expect(sent).toEqual([state('SEEN')]);
    inbox.mark(7, 'SEEN');
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['are not shared', { capabilities: [] }],
    ['are paused', { paused: true }],
  ])('fail while they %s', async (_, grants) => {
    const onNotification = vi.fn<NonNullable<InboxHandlers['onNotification']>>();
    const { inbox, sent } = setUp({ ...grants, onNotification });
    inbox.notify(notification());
    await vi.waitFor(() => expect(sent).toEqual([state('FAILED')]));
    expect(onNotification).not.toHaveBeenCalled();
  });

  it('fail on a device that cannot show any', async () => {
    const { inbox, sent } = setUp({});
    inbox.notify(notification());
    await vi.waitFor(() => expect(sent).toEqual([state('FAILED')]));
  });
});

describe('requests', () => {
  const request = { type: 'consent-request', requestId: 3, capability: 'SMS', requestedBy: 'maria' } as const;

  it('are asked once, however often they come', () => {
    const questions: ConsentQuestion[] = [];
    const { inbox } = setUp({ onConsentRequest: (question) => void questions.push(question) });
    inbox.ask(request);
    inbox.ask(request);
    expect(questions).toHaveLength(1);
    expect(questions[0]).toMatchObject({ requestId: 3, capability: 'SMS', requestedBy: 'maria' });
  });

  it('tell the server once that the person has seen them, and again where it did not hear it', async () => {
    const questions: ConsentQuestion[] = [];
    const { inbox, sent, line } = setUp({ onConsentRequest: (question) => void questions.push(question) });
    inbox.ask(request);
    line.up = false;
    questions[0]?.seen();
    line.up = true;
    await vi.waitFor(() => {
      questions[0]?.seen();
      expect(sent).toEqual([{ type: 'consent-seen', requestId: 3 }]);
    });
    questions[0]?.seen();
    expect(sent).toHaveLength(1);
  });

  it('end when they are taken back', () => {
    const questions: ConsentQuestion[] = [];
    const { inbox } = setUp({ onConsentRequest: (question) => void questions.push(question) });
    inbox.ask(request);
    inbox.takeBack({ type: 'consent-request-withdrawn', requestId: 3 });
    expect(questions[0]?.signal.aborted).toBe(true);
  });
});
