import type { AdminRole, ConsoleSocketMessage } from '@fairwatch/contract';
import { WebSocket } from 'ws';
import { scopeOf, type Scope } from '../../../shared/scope.ts';

/**
 * The most bytes that may be buffered for a slow client. Beyond it the socket is closed: the client reconnects and reloads
 * its lists.
 */
const maxBufferedBytes = 256 * 1024;

/** The socket of one open console. */
export class ConsoleClient extends WebSocket {
  tokenHash = '';
  scope: Scope = { userId: 0, allDevices: false };
  role: AdminRole = 'NON_ADMIN';
  /** Messages received since the last sweep. */
  messages = 0;
  /** True once it was told what changed while its page loaded. */
  hasCaughtUp = false;
  /** When it last answered a ping, or opened. */
  heardAt = 0;

  /** Sets scope and role from the session. */
  setSession({ userId, adminRole }: { userId: number; adminRole: AdminRole }): void {
    this.scope = scopeOf({ userId, adminRole });
    this.role = adminRole;
  }

  sendMessage(message: ConsoleSocketMessage): void {
    this.sendText(JSON.stringify(message));
  }

  /** Like `sendMessage`, for a message that was serialised once for many clients. */
  sendText(text: string): void {
    if (this.readyState !== WebSocket.OPEN) return;
    if (this.bufferedAmount > maxBufferedBytes) this.terminate();
    else this.send(text);
  }
}
