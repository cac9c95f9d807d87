import { lazy, Suspense } from 'react';
import { useAdminSession } from '../../core/session/session-store.ts';

// Lazy, because hardly any account has alerts.
const AlertList = lazy(async () => ({ default: (await import('./alert-list.tsx')).AlertList }));

/** The alerts that the owner of this account has not acknowledged. Draws nothing without any. */
export function SignInAlerts() {
  const { signInAlerts: alerts } = useAdminSession();
  if (alerts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <AlertList />
    </Suspense>
  );
}
