import { healthCheck } from '@fairwatch/contract';
import { handle, type Route } from '../../core/http/route.ts';
import { isMaintenanceOn } from '../../core/maintenance-mode.store.ts';
import type { Services } from '../../core/services.ts';

export function healthRoutes({ db }: Services): Route[] {
  return [handle(healthCheck, async () => ({ maintenance: await isMaintenanceOn(db) }))];
}
