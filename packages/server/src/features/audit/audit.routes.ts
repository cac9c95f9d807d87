import { accessLog, auditList, deviceVisits, visitEntries } from '@fairwatch/contract';
import { logSeen } from '../../core/devices/audit/seen-log.ts';
import { findDeviceAccess } from '../../core/devices/devices.store.ts';
import { readVisit, readVisits } from '../../core/devices/person/visits.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { listAccessLog, namedDevices } from './access-log.store.ts';
import { listAudit } from './audit.store.ts';
import { shownTo } from './shown-details.ts';

export function auditRoutes({ db }: Services): Route[] {
  return [
    handle(auditList, async ({ session, scope, input }) => {
      const { page, deviceIds } = await listAudit(db, session, scope, input);
      await logSeen(db, { session, endpoint: auditList, input }, deviceIds);
      return page;
    }),
    handle(deviceVisits, async ({ session, scope, input: { deviceId, before = null } }) => {
      const shown = shownTo(session, await findDeviceAccess(db, scope, deviceId));
      return await readVisits(db, { deviceId, before }, shown);
    }),
    handle(visitEntries, async ({ session, scope, input: { before = null, ...visit } }) => {
      const shown = shownTo(session, await findDeviceAccess(db, scope, visit.deviceId));
      return await readVisit(db, { ...visit, before }, shown);
    }),
    handle(accessLog, async ({ session, scope, input }) => {
      const page = await listAccessLog(db, scope, input);
      await logSeen(db, { session, endpoint: accessLog, input }, namedDevices(page));
      return page;
    }),
  ];
}
