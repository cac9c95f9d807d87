import { sessionStore, type Session } from './session-store.ts';

/** What guards and lists depend on, as one text. */
function accessOf({ userId, adminRole, featureAccessDTOs }: Session): string {
  return JSON.stringify([userId, adminRole, featureAccessDTOs]);
}

/** Calls when somebody changed what the signed-in account may do. Signing in and out is not that. */
export function onAccessChange(listener: () => void): () => void {
  let before = sessionStore.get();
  return sessionStore.subscribe(() => {
    const now = sessionStore.get();
    const changed = before.isAuthenticated && now.isAuthenticated && accessOf(before) !== accessOf(now);
    before = now;
    if (changed) listener();
  });
}
