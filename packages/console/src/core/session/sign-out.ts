import { logout } from '@fairwatch/contract';
import { call } from '../api/client.ts';
import { confirmLeaving } from '../forms/unsaved-changes.ts';
import { endSession } from './end-session.ts';

/**
 * Ends the session on the server and here, unless somebody wants to save something first. A server that cannot be reached
 * must not keep anyone signed in.
 */
export async function signOut(): Promise<void> {
  if (!(await confirmLeaving())) return;
  await call(logout, {}).catch(() => {});
  endSession('signed-out');
}
