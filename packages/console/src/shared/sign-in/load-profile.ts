import { profile } from '@fairwatch/contract';
import { call } from '../../core/api/client.ts';
import { sessionStore } from '../../core/session/session-store.ts';

/** Loads the account that the token belongs to into the session. Throws when that fails. */
export async function loadProfile(): Promise<void> {
  sessionStore.setLoading(true);
  try {
    const { data } = await call(profile, {});
    sessionStore.setProfile(data);
  } catch (error) {
    sessionStore.setError(error instanceof Error ? error.message : String(error));
    throw error;
  }
}
