import { deviceFeatureRoutes } from './core/devices/device-feature.routes.ts';
import type { Route } from './core/http/route.ts';
import type { Services } from './core/services.ts';
import { deviceTables } from './device-features.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { devicesRoutes } from './features/devices/devices.routes.ts';
import { enrolRoutes } from './features/enrol/enrol.routes.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { messagesRoutes } from './features/messages/messages.routes.ts';
import { profileRoutes } from './features/profile/profile.routes.ts';
import { retentionRoutes } from './features/retention/retention.routes.ts';

/** Every call's handler. The start compares them with the contract. */
export function createRoutes(services: Services): Route[] {
  return [
    ...healthRoutes(services),
    ...authRoutes(services),
    ...profileRoutes(services),
    ...devicesRoutes(services),
    ...deviceFeatureRoutes(services, deviceTables),
    ...messagesRoutes(services),
    ...auditRoutes(services),
    ...retentionRoutes(services, deviceTables),
    ...enrolRoutes(services),
  ];
}
