import { useEffect, useState, useSyncExternalStore } from 'react';
import { markNotificationsRead, type ConsoleSocketMessage } from '@fairwatch/contract';
import { invalidate, invalidateAll, oldestRequestAt } from '../../core/api/query.ts';
import { serverReach } from '../../core/connection/server-reach.ts';
import { onUnreachable } from '../../core/connection/unreachable.ts';
import { notifyApprovalChange, wakeWaitingCommands } from '../reason-gate/approval-wait.ts';
import { endSession } from '../../core/session/end-session.ts';
import { loadProfile } from '../sign-in/load-profile.ts';
import { notificationStore } from '../../core/session/notification-store.ts';
import { tokenCookie } from '../../core/session/token-cookie.ts';
import { toast } from '../../core/toast/toast.tsx';
import { call } from '../../core/api/client.ts';
import { createChangeRelay } from './change-relay.ts';
import { createConsoleSocket, type Connection, type ConsoleSocket } from './console-socket.ts';
import { notifyTicketChange } from './ticket-changes.ts';

/** Loads everything on screen again, after changes may have been missed. */
function reloadAll(): void {
  void invalidateAll();
  loadProfile().catch(() => {});
}

/** Creates the socket of the signed-in admin, with handlers for toasts, session and queries. */
function createSessionSocket(): ConsoleSocket {
  const relay = createChangeRelay(invalidate);
  const socket: ConsoleSocket = createConsoleSocket(tokenCookie.read() ?? '', {
    message(message) {
      if (message.messageType === 'RESYNC') return reloadAll();
      if (message.messageType === 'NOTIFICATION') {
        const { title, failure } = message.notificationJson;
        // A success toast for "Renaming a file failed" would mislead, and the admin needs the reason.
        if (failure === undefined) toast.success(title);
        else toast.error(`${title}. ${failure}`);
        notificationStore.add(message.notificationJson);
        return markSeenCommand(message.notificationJson);
      }
      if (message.messageType === 'TICKET') {
        notifyTicketChange(message);
        return relay({ feature: 'tickets', deviceId: null });
      }
      // The guard and the sidebar read permissions from the session. The server checks them in any case.
      if (message.feature === 'profile') loadProfile().catch(() => {});
      // The admin has other devices now, and any query may be about one of them.
      if (message.feature === 'assignments') void invalidateAll();
      if (message.feature === 'approvals') {
        if (message.deviceId === null) wakeWaitingCommands();
        else notifyApprovalChange(message.deviceId);
      }
      relay(message);
    },
    opened(handshakeMs) {
      // What changed between a response and this moment was told to nobody here.
      const loadedMs = Math.max(0, Date.now() - oldestRequestAt()) + handshakeMs;
      socket.send({ type: 'catch-up', loadedMs: Math.ceil(loadedMs) });
    },
    reopened() {
      reloadAll();
      void serverReach.check();
    },
    interrupted: (since) => void serverReach.check(since),
    sessionEnded: () => endSession('expired'),
    gaveUp: (text) => toast.error(text, { id: 'socket' }),
  });
  return socket;
}

/** Keeps the socket open while the shell is on screen. */
export function useConsoleSocket(): { connection: Connection; reconnect: () => void } {
  const [socket] = useState(createSessionSocket);
  useEffect(() => {
    socket.start();
    const stopListening = onUnreachable(socket.check);
    addEventListener('offline', socket.check);
    addEventListener('online', socket.check);
    return () => {
      socket.stop();
      stopListening();
      removeEventListener('offline', socket.check);
      removeEventListener('online', socket.check);
    };
  }, [socket]);
  const connection = useSyncExternalStore(socket.connection.subscribe, socket.connection.get);
  return { connection, reconnect: socket.start };
}

type NotificationContent = Extract<ConsoleSocketMessage, { messageType: 'NOTIFICATION' }>['notificationJson'];

/**
 * Marks the notification of a successful command as read when its toast is visible, so that the bell does not count it. A tab in the
 * background marks nothing, and a failed command always stays unread.
 */
function markSeenCommand({ id, type }: NotificationContent): void {
  if (type !== 'COMMAND_DONE' || id === undefined || document.visibilityState !== 'visible') return;
  // The server informs all open consoles. When the call fails, the bell only counts one too many.
  call(markNotificationsRead, { ids: [id] }).catch(() => undefined);
}
