import type { StoredMessage } from '@fairwatch/device/core';
import { expect, it, vi } from 'vitest';
import type { Companion } from '../../core/live/companion.ts';
import { deleteForPerson, openForPerson } from './message-states.ts';

const message = (state: StoredMessage['state']): StoredMessage => ({
  notificationId: 7,
  notificationType: 'INFO',
  title: 'Hello',
  message: 'How are you?',
  sentBy: 'maria',
  receivedAt: '2026-01-05T10:00:00.000Z',
  state,
});

function createInbox() {
  const calls: unknown[] = [];
  return {
    calls,
    markMessage: vi.fn<Companion['markMessage']>(async (...args) => void calls.push(args)),
    deleteMessage: vi.fn<Companion['deleteMessage']>(async (id) => void calls.push(['deleted', id])),
  };
}

it('reports a message as seen once, when it is opened', async () => {
  const inbox = createInbox();
  await openForPerson(inbox, message('DELIVERED'));
  await openForPerson(inbox, message('SEEN'));
  expect(inbox.calls).toEqual([[7, 'SEEN']]);
});

it('reports an unopened message as dismissed before it deletes it', async () => {
  const inbox = createInbox();
  await deleteForPerson(inbox, message('DELIVERED'));
  expect(inbox.calls).toEqual([
    [7, 'DISMISSED'],
    ['deleted', 7],
  ]);
});

it('leaves an opened message reported as seen when it deletes it', async () => {
  const inbox = createInbox();
  await deleteForPerson(inbox, message('SEEN'));
  expect(inbox.calls).toEqual([['deleted', 7]]);
});
