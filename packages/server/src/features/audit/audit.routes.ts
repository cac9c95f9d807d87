import { accessLog, auditList, deviceVisits, visitEntries } from '@fairwatch/contract';
import { logSeen } from '../../domain/audit/seen-log.ts';
import { findDisclosures } from '../../domain/devices/devices.store.ts';
import { readVisit, readVisits } from '../../domain/audit/visits/visits.ts';
import { handle, type Route } from '../../domain/routing/route.ts';
import type { Services } from '../../domain/services/services.ts';
import { listAccessLog, namedDevices } from '../../domain/audit/access-log-list.store.ts';
import { listAudit } from '../../domain/audit/audit-list.store.ts';
import { shownTo } from '../../domain/audit/shown-details.ts';

export function auditRoutes({ db, auditLog }: Services): Route[] {
  return [
    handle(auditList, async ({ session, scope, input }) => {
      const { page, deviceIds } = await listAudit(db, session, scope, input);
      await logSeen(auditLog, { session, endpoint: auditList, input }, deviceIds);
      return page;
    }),
    handle(deviceVisits, async ({ session, scope, input: { deviceId, before = null } }) => {
      const shown = shownTo(session, await findDisclosures(db, scope, deviceId));
      return await readVisits(db, { deviceId, before }, shown);
    }),
    handle(visitEntries, async ({ session, scope, input: { before = null, ...visit } }) => {
      const shown = shownTo(session, await findDisclosures(db, scope, visit.deviceId));
      return await readVisit(db, { ...visit, before }, shown);
    }),
    handle(accessLog, async ({ session, scope, input }) => {
      const page = await listAccessLog(db, scope, input);
      await logSeen(auditLog, { session, endpoint: accessLog, input }, namedDevices(page));
      return page;
    }),
  ];
}
