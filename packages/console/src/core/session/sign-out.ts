import { logout } from '@fairwatch/contract';
import { call } from '../api/client.ts';
import { endSession } from './end-session.ts';

/** Ends the session on the server and here. A server that cannot be reached must not keep anyone signed in. */
export async function signOut(): Promise<void> {
  await call(logout, {}).catch(() => {});
  endSession('signed-out');
}
