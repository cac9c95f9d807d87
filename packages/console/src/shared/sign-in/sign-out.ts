import { logout } from '@fairwatch/contract';
import { call } from '../../core/api/client.ts';
import { confirmLeaving } from '../../core/forms/leave/unsaved-changes.ts';
import { endSession } from '../../core/session/end-session.ts';

/**
 * Ends the session on the server and in this browser, unless the user stays to save changes. An unreachable server does not keep
 * the user signed in here.
 */
export async function signOut(): Promise<void> {
  if (!(await confirmLeaving())) return;
  await call(logout, {}).catch(() => {});
  endSession('signed-out');
}
