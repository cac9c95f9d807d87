import { expect, it, vi } from 'vitest';
import type { Companion } from '../../core/live/companion.ts';
import type { StoredMessage } from '../../core/storage/database.ts';
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
    markMessage: vi.fn<Companion['markMessage']>(async (...told) => void calls.push(told)),
    deleteMessage: vi.fn<Companion['deleteMessage']>(async (id) => void calls.push(['deleted', id])),
  };
}

it('is seen once, when it is opened', async () => {
  const inbox = createInbox();
  await openForPerson(inbox, message('DELIVERED'));
  await openForPerson(inbox, message('SEEN'));
  expect(inbox.calls).toEqual([[7, 'SEEN']]);
});

it('is dismissed when it is deleted unopened, and told before it is gone', async () => {
  const inbox = createInbox();
  await deleteForPerson(inbox, message('DELIVERED'));
  expect(inbox.calls).toEqual([
    [7, 'DISMISSED'],
    ['deleted', 7],
  ]);
});

it('stays seen when it is deleted after it was opened', async () => {
  const inbox = createInbox();
  await deleteForPerson(inbox, message('SEEN'));
  expect(inbox.calls).toEqual([['deleted', 7]]);
});
