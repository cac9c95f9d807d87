import { healthCheck } from '@fairwatch/contract';
import { handle, type Route } from '../../shared/routes/route.ts';
import { isMaintenanceOn } from '../../shared/settings/maintenance-mode.store.ts';
import type { Services } from '../../shared/services/services.ts';

export function healthRoutes({ db }: Services): Route[] {
  return [handle(healthCheck, async () => ({ maintenance: await isMaintenanceOn(db) }))];
}
