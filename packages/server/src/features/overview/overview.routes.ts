import { deviceCommands, overview, pairDeviceInfo, readableCommands, recordReview } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { listCommands } from '../../core/devices/commands/commands.store.ts';
import type { ActivitySource } from '../../core/devices/rows/recent-activity.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { readOverview } from './overview.service.ts';
import { review } from './review.service.ts';
import { findDeviceInfo } from './overview.store.ts';

export function overviewRoutes(services: Services, sources: readonly ActivitySource[]): Route[] {
  const { db } = services;
  return [
    handle(overview, ({ session, scope, input }) => readOverview(db, session, scope, input.deviceId, sources)),
    handle(pairDeviceInfo, async ({ scope, input }) => {
      const info = await findDeviceInfo(db, scope, input.deviceId);
      if (!info) throw new AppError('device_not_found');
      return info;
    }),
    handle(recordReview, (call) => review(services, call)),
    handle(deviceCommands, ({ session, scope, input }) =>
      listCommands(db, scope, { ...input, readable: readableCommands(session) }),
    ),
  ];
}
