import { lazy, Suspense } from 'react';
import type { ErrorViewProps } from '../../core/components/page/error-views.ts';
import { loadWhenOnline } from '../../core/connection/load-when-online.ts';

// Lazy, because few installations demand a second admin.
const SecondAdminView = lazy(async () => ({
  default: (await loadWhenOnline(() => import('./second-admin-view.tsx'))).SecondAdminView,
}));

function SecondAdmin(props: ErrorViewProps) {
  return (
    <Suspense>
      <SecondAdminView {...props} />
    </Suspense>
  );
}

/** What needs a second admin is no failure, so it has a view of its own. */
export const secondAdminViews = {
  approval_needed: SecondAdmin,
  approval_missing: SecondAdmin,
  approval_declined: SecondAdmin,
  approval_impossible: SecondAdmin,
};
