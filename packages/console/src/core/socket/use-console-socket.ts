import { useEffect, useState, useSyncExternalStore } from 'react';
import { invalidate, isAbout, queryClient } from '../api/query.ts';
import { serverReach } from '../connection/server-reach.ts';
import { onSilence } from '../connection/silence.ts';
import { tellApprovalChange } from '../reasons/approval-wait.ts';
import { endSession } from '../session/end-session.ts';
import { loadProfile } from '../session/load-profile.ts';
import { notificationStore } from '../session/notification-store.ts';
import { tokenCookie } from '../session/token-cookie.ts';
import { toast } from '../toast/toast.tsx';
import { createChangeRelay } from './change-relay.ts';
import { createConsoleSocket, type Connection, type ConsoleSocket } from './console-socket.ts';
import { markSeenCommand } from './own-command-news.ts';
import { tellTicketChange } from './ticket-changes.ts';

/** A second admin has decided: commands that waited are sent, and pages that were refused are read again. */
function readRefused(deviceId: number): void {
  tellApprovalChange();
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [, input], state: { status } }) => status === 'error' && isAbout(input, deviceId),
  });
}

/** The socket of the signed-in admin, wired to toasts, session and queries. */
function openForSession(): ConsoleSocket {
  const relay = createChangeRelay(invalidate);
  return createConsoleSocket(tokenCookie.read() ?? '', {
    message(message) {
      if (message.messageType === 'NOTIFICATION') {
        const { title, failure } = message.notificationJson;
        // A green tick on "Renaming a file failed" would mislead, and the reason is what an admin needs.
        if (failure === undefined) toast.success(title);
        else toast.error(`${title}. ${failure}`);
        notificationStore.add(message.notificationJson);
        markSeenCommand(message.notificationJson);
        return;
      }
      if (message.messageType === 'TICKET') {
        tellTicketChange(message);
        relay({ feature: 'tickets', deviceId: null });
        return;
      }
      // What the admin may do is in the session, which guard and sidebar read. The server refuses in any case.
      if (message.feature === 'profile') loadProfile().catch(() => {});
      // Other devices than before: any page may be about one of them.
      if (message.feature === 'assignments') void queryClient.invalidateQueries();
      if (message.feature === 'approvals' && message.deviceId !== null) readRefused(message.deviceId);
      relay(message);
    },
    reopened() {
      void queryClient.invalidateQueries();
      loadProfile().catch(() => {});
      void serverReach.check();
    },
    interrupted: (since) => void serverReach.check(since),
    sessionEnded: () => endSession('expired'),
    gaveUp: (text) => toast.error(text, { id: 'socket' }),
  });
}

/** Keeps the socket open while the shell is on screen. */
export function useConsoleSocket(): { connection: Connection; reconnect: () => void } {
  const [socket] = useState(openForSession);
  useEffect(() => {
    socket.start();
    const stopListening = onSilence(socket.check);
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
