import { dashboard } from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { readDashboard } from './dashboard.service.ts';

export function dashboardRoutes(services: Services): Route[] {
  return [handle(dashboard, ({ session, scope, input }) => readDashboard(services, session, scope, input))];
}
