import type { Companion } from '../../core/live/companion.ts';
import type { StoredMessage } from '../../core/storage/database.ts';

type Inbox = Pick<Companion, 'markMessage' | 'deleteMessage'>;

/** The person has opened it: its sender is told once. */
export async function openForPerson(inbox: Inbox, { notificationId, state }: StoredMessage): Promise<void> {
  if (state === 'DELIVERED') await inbox.markMessage(notificationId, 'SEEN');
}

/** The person puts it away. Who did not open it has dismissed it; who did has seen it, and that stays. */
export async function deleteForPerson(inbox: Inbox, { notificationId, state }: StoredMessage): Promise<void> {
  if (state === 'DELIVERED') await inbox.markMessage(notificationId, 'DISMISSED');
  await inbox.deleteMessage(notificationId);
}
