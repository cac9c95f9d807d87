import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { createMaintenancePoller } from './maintenance-poller.ts';
import { MaintenancePage } from './maintenance-page.tsx';

// The first screen does not wait for the code of this call: it comes after.
const poller = createMaintenancePoller(async () => (await import('./ask-maintenance.ts')).askMaintenance());

/** Shows the maintenance page instead of the whole console while maintenance mode is on. */
export function MaintenanceGate({ children }: { children: ReactNode }) {
  const { maintenance, checking } = useSyncExternalStore(poller.subscribe, poller.get);
  useEffect(() => {
    poller.start();
    return poller.stop;
  }, []);
  return maintenance ? <MaintenancePage checking={checking} check={poller.start} /> : children;
}
