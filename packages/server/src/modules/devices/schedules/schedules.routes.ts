import {
  createSchedule,
  deleteSchedule,
  deviceWatches,
  ownWatches,
  pauseSchedule,
  previewSchedule,
  scheduleList,
  updateSchedule,
} from '@fairwatch/contract';
import { logSeen } from '../../../shared/audit/seen-log.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import { listSchedules } from './schedule-list.store.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findWatches, listWatches } from '../../../shared/watches/watches.store.ts';
import {
  createScheduleByAdmin,
  deleteScheduleByAdmin,
  pauseScheduleByAdmin,
  previewTimes,
  updateScheduleByAdmin,
} from './schedules.service.ts';

export function schedulesRoutes(services: Services): Route[] {
  const { db, auditLog, clock } = services;
  return [
    handle(scheduleList, async ({ session, scope }) => {
      const schedules = await listSchedules(db, scope);
      const named = schedules.flatMap(({ target }) => target.device?.id ?? []);
      await logSeen(auditLog, { session, endpoint: scheduleList }, [...new Set(named)]);
      return schedules;
    }),
    handle(createSchedule, ({ session, input }) => createScheduleByAdmin(services, session, input)),
    handle(updateSchedule, ({ session, input }) => updateScheduleByAdmin(services, session, input)),
    handle(pauseSchedule, ({ session, input }) => pauseScheduleByAdmin(services, session, input)),
    handle(deleteSchedule, ({ session, input }) => deleteScheduleByAdmin(services, session, input.scheduleId)),
    handle(previewSchedule, async ({ input }) => previewTimes(services, input)),
    handle(deviceWatches, async ({ scope, input: { deviceId, after }, caller: { language } }) => {
      const reading = { now: new Date(clock.now()), reader: { adminId: scope.userId }, languageFor: () => language };
      if (after !== undefined) return (await listWatches(db, deviceId, { ...reading, after })).watches;
      const [found] = await findWatches(db, [deviceId], reading);
      return found?.watches ?? [];
    }),
    handle(ownWatches, ({ device, input: { after }, caller: { language } }) =>
      listWatches(db, device.deviceId, {
        now: new Date(clock.now()),
        reader: 'PERSON',
        languageFor: () => language,
        after,
      }),
    ),
  ];
}
