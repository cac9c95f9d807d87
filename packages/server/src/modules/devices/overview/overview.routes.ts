import { deviceCommands, overview, pairDeviceInfo, recordReview } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { listCommands } from '../../commands/commands.store.ts';
import type { ActivitySource } from '../../../shared/device-rows/recent-activity.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { readOverview, recordDeviceReview } from './overview.service.ts';
import { findDeviceInfo } from './overview.store.ts';

export function overviewRoutes(services: Services, sources: readonly ActivitySource[]): Route[] {
  const { db } = services;
  return [
    handle(overview, ({ scope, input }) => readOverview(services, scope, input.deviceId, sources)),
    handle(pairDeviceInfo, async ({ scope, input }) => {
      const info = await findDeviceInfo(db, scope, input.deviceId);
      if (!info) throw new AppError('device_not_found');
      return info;
    }),
    handle(recordReview, (call) => recordDeviceReview(services, call)),
    handle(deviceCommands, ({ scope, input }) => listCommands(db, scope, input)),
  ];
}
