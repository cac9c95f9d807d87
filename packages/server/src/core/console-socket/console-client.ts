import type { AdminRole, ConsoleSocketMessage } from '@fairwatch/contract';
import { WebSocket } from 'ws';
import { scopeOf, type Scope } from '../scope.ts';

/** What may wait for a slow reader before it is dropped: it reconnects and reads its lists anew. */
const maxBufferedBytes = 256 * 1024;

/** One open console. */
export class ConsoleClient extends WebSocket {
  tokenHash = '';
  scope: Scope = { userId: 0, allDevices: false };
  role: AdminRole = 'NON_ADMIN';
  /** Since the last sweep. */
  messages = 0;
  heardAt = Date.now();

  /** Takes over who the session is. */
  become({ userId, adminRole }: { userId: number; adminRole: AdminRole }): void {
    this.scope = scopeOf({ userId, adminRole });
    this.role = adminRole;
  }

  tell(message: ConsoleSocketMessage): void {
    this.tellText(JSON.stringify(message));
  }

  /** The same for a message that many are told, and that was written once. */
  tellText(text: string): void {
    if (this.readyState !== WebSocket.OPEN) return;
    if (this.bufferedAmount > maxBufferedBytes) this.terminate();
    else this.send(text);
  }
}
