import { markNotificationsRead, type ConsoleSocketMessage } from '@fairwatch/contract';
import { call } from '../api/client.ts';

type Notified = Extract<ConsoleSocketMessage, { messageType: 'NOTIFICATION' }>['notificationJson'];

/**
 * Marks the good end of the admin's own command as read when its toast appears on a page that they look at: it is in the list, but the bell
 * does not count it too. A tab in the background marks nothing, and a failed command always stays unread.
 */
export function markSeenCommand({ id, type }: Notified): void {
  if (type !== 'COMMAND_DONE' || id === undefined || document.visibilityState !== 'visible') return;
  // The server tells all open consoles what was read. If it is not reached, the bell counts one more.
  call(markNotificationsRead, { ids: [id] }).catch(() => undefined);
}
