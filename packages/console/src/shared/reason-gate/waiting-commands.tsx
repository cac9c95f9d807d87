import { capabilities } from '@fairwatch/contract';
import { Suspense, lazy, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from '@tanstack/react-router';
import { ApiError } from '../../core/api/api-error.ts';
import { loadWhenOnline } from '../../core/connection/load-when-online.ts';
import { i18n } from '../../core/i18n/i18n.ts';
import { useCurrentPage } from '../../core/router/pages-context.ts';
import { waitingCommands } from './approval-wait.ts';

// Lazy, because few commands need a second admin.
const WaitingCommandPanel = lazy(async () => ({
  default: (await loadWhenOnline(() => import('./waiting-command-panel.tsx'))).WaitingCommandPanel,
}));

function giveUpAll(): void {
  for (const { capability, giveUp } of waitingCommands.get()) {
    const { title } = capabilities[capability];
    giveUp(new ApiError(i18n.t('second-admin:ended.left', { capability: title }), 0, 'approval_needed'));
  }
}

/** Ends the waits of a page when it is left: its key is the page's address. */
function GiveUpOnLeaving() {
  useEffect(() => giveUpAll, []);
  return null;
}

/** Shows the commands about this page's device that wait for a second admin. They are not sent for a page that was left. */
export function WaitingCommands() {
  const { deviceId } = useCurrentPage();
  const { pathname } = useLocation();
  const waiting = useSyncExternalStore(waitingCommands.subscribe, waitingCommands.get);
  return (
    <Suspense>
      <GiveUpOnLeaving key={pathname} />
      {waiting
        .filter((command) => command.deviceId === deviceId)
        .map((command) => (
          <WaitingCommandPanel key={command.capability} command={command} />
        ))}
    </Suspense>
  );
}
