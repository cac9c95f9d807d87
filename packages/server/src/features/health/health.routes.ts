import { healthCheck } from '@fairwatch/contract';
import { handle, type Route } from '../../domain/routing/route.ts';
import { isMaintenanceOn } from '../../domain/settings/maintenance-mode.store.ts';
import type { Services } from '../../domain/services/services.ts';

export function healthRoutes({ db }: Services): Route[] {
  return [handle(healthCheck, async () => ({ maintenance: await isMaintenanceOn(db) }))];
}
