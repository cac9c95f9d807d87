import type { StoredMessage } from '@fairwatch/device/core';
import type { Companion } from '../../core/live/companion.ts';

type Inbox = Pick<Companion, 'markMessage' | 'deleteMessage'>;

/** Reports once that the person has opened the message. */
export async function openForPerson(inbox: Inbox, { notificationId, state }: StoredMessage): Promise<void> {
  if (state === 'DELIVERED') await inbox.markMessage(notificationId, 'SEEN');
}

/** Deletes the message. If it was not opened it is reported as dismissed first; otherwise it stays reported as seen. */
export async function deleteForPerson(inbox: Inbox, { notificationId, state }: StoredMessage): Promise<void> {
  if (state === 'DELIVERED') await inbox.markMessage(notificationId, 'DISMISSED');
  await inbox.deleteMessage(notificationId);
}
