import { lazy, Suspense } from 'react';
import { useSession } from '../session/session-store.ts';

// Hardly anybody ever has one, so its code comes when somebody does.
const AlertList = lazy(async () => ({ default: (await import('./alert-list.tsx')).AlertList }));

/** The alerts that the owner of this account has not read yet; draws nothing when there are none. */
export function SignInAlerts() {
  const { signInAlerts: alerts } = useSession();
  if (alerts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <AlertList />
    </Suspense>
  );
}
