import { lazy, Suspense } from 'react';
import { useSession } from '../session/session-store.ts';

// Hardly anybody ever has one, so its code comes when somebody does.
const AccountNotices = lazy(async () => ({ default: (await import('./account-notices.tsx')).AccountNotices }));

/** The notices that the owner of this account has not read yet; draws nothing when there are none. */
export function Notices() {
  const { notices } = useSession();
  if (notices.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <AccountNotices />
    </Suspense>
  );
}
