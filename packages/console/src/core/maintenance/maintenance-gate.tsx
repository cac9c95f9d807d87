import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { createMaintenancePoller } from './maintenance-poller.ts';
import { MaintenancePage } from './maintenance-page.tsx';

// Imported lazily, so that the first screen does not wait for the API client.
const poller = createMaintenancePoller(async () => (await import('./check-maintenance.ts')).checkMaintenance());

/** Shows the maintenance page instead of the whole console while maintenance mode is on. */
export function MaintenanceGate({ children }: { children: ReactNode }) {
  const { maintenance, checking } = useSyncExternalStore(poller.subscribe, poller.get);
  useEffect(() => {
    poller.start();
    return poller.stop;
  }, []);
  return maintenance ? <MaintenancePage checking={checking} check={poller.start} /> : children;
}
