import { sessionStore, type Session } from './session-store.ts';

/** The fields that guards and lists depend on, serialized for comparison. */
function serializeAccess({ userId, adminRole, featureAccessDTOs, installation }: Session): string {
  return JSON.stringify([userId, adminRole, featureAccessDTOs, installation]);
}

/** Calls the listener when the role or an access level of the signed-in account changes, or what the installation uses, but not on sign-in and sign-out. */
export function onAccessChange(listener: () => void): () => void {
  let before = sessionStore.get();
  return sessionStore.subscribe(() => {
    const now = sessionStore.get();
    const changed = before.isAuthenticated && now.isAuthenticated && serializeAccess(before) !== serializeAccess(now);
    before = now;
    if (changed) listener();
  });
}
