import type { Device, PushNotification } from '@fairwatch/contract';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { mount, press } from '../../../core/components/mount-for-test.tsx';
import { deviceForTest } from '../../../shared/device-feature/device/device-for-test.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { NewNotification } from './new-notification.tsx';
import { NotificationDialog } from './notification-dialog.tsx';
import texts from './push-notifications.texts.json';
import type { Draft } from './use-push-notifications.ts';

addTexts('push-notifications', texts);

const nothing = () => undefined;
const sent: PushNotification = {
  id: 5,
  title: 'Hello',
  message: 'Good morning',
  type: 'INFO',
  language: null,
  status: 'QUEUED',
  createdAt: '2026-11-15T10:00:00.000Z',
  sentBy: 'maria',
  deliveredAt: null,
  seenAt: null,
  dismissedAt: null,
  expiresAt: '2026-11-16T10:00:00.000Z',
};

function factsOf(change: Partial<PushNotification>): [string | null | undefined, boolean][] {
  const { box } = mount(<NotificationDialog notification={{ ...sent, ...change }} close={nothing} />);
  return [...box.querySelectorAll('dt')].map((term) => [
    term.textContent,
    !/^–?$/.test(term.nextElementSibling?.textContent ?? ''),
  ]);
}

describe('a notification that was sent', () => {
  it('says until when it is tried while it waits, and only then', () => {
    expect(factsOf({})).toEqual([
      ['Sent by', true],
      ['Sent', true],
      ['Tried until', true],
      ['Delivered', false],
      ['Seen', false],
      ['Dismissed', false],
    ]);
    const seen = { status: 'SEEN', deliveredAt: sent.createdAt, seenAt: sent.createdAt } as const;
    expect(factsOf(seen)).toEqual([
      ['Sent by', true],
      ['Sent', true],
      ['Delivered', true],
      ['Seen', true],
      ['Dismissed', false],
    ]);
  });
});

/** Draws the form; `type` fills one of its fields. */
function draw(send: (draft: Draft) => Promise<void>, device: Device | null = null) {
  const close = vi.fn<() => void>();
  const { box } = mount(<NewNotification device={device} send={send} close={close} />);
  const type = async (name: string, text: string) => {
    const field = box.querySelector<HTMLInputElement>(`[name=${name}]`);
    await act(async () => {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  };
  return { box, close, type };
}

describe('a new notification', () => {
  it('is not sent without a title and a message, and goes to the first that is missing', async () => {
    const send = vi.fn<(draft: Draft) => Promise<void>>(async () => undefined);
    const { box, close, type } = draw(send);
    await type('title', 'Hello');
    await type('message', '   ');
    await press(box, 'Send');
    expect(box.textContent).toContain('Please enter a message.');
    expect(box.textContent).not.toContain('Please enter a title.');
    expect(document.activeElement).toBe(box.querySelector('[name=message]'));
    expect(send).not.toHaveBeenCalled();
    await type('message', 'Good morning');
    await press(box, 'Send');
    expect(send).toHaveBeenCalledExactlyOnceWith({
      language: null,
      title: 'Hello',
      message: 'Good morning',
      type: 'INFO',
    });
    expect(close).toHaveBeenCalledOnce();
  });

  it('stays with what was typed when it could not be sent', async () => {
    const { box, close, type } = draw(() => Promise.reject(new Error('no network')));
    await type('title', 'Hello');
    await type('message', 'Good morning');
    await press(box, 'Send');
    expect(close).not.toHaveBeenCalled();
    expect(box.querySelector<HTMLInputElement>('[name=title]')?.value).toBe('Hello');
  });

  it.each([
    ['Online', /sees it with your name\.\s*$/],
    ['Offline', /offline.* within 24 hours/],
    ['Reachable', /A push tells its person.* within 24 hours/],
  ] as const)('says what becomes of it while the device is %s', (status, words) => {
    const { box } = draw(async () => undefined, deviceForTest({ status }));
    expect(box.querySelector('form p')?.textContent).toMatch(words);
  });
});
