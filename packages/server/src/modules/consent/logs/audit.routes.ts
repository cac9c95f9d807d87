import {
  accessLog,
  auditList,
  auditReport,
  deviceVisits,
  loadAuditCheck,
  startAuditCheck,
  stopAuditCheck,
  visitEntries,
} from '@fairwatch/contract';
import { logSeen } from '../../../shared/audit/seen-log.ts';
import { readVisit, readVisits } from '../../../shared/audit/visits/visits.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { listAccessLog, namedDevices } from '../../../shared/audit/access-log-list.store.ts';
import { listAudit } from '../../../shared/audit/audit-list.store.ts';
import { listDeeds, readCheck, startCheck, stopCheck } from './audit-check.ts';
import { findLineReader } from '../../../shared/audit/told-lines-sql.ts';

export function auditRoutes(services: Services): Route[] {
  const { db, auditLog } = services;
  return [
    handle(auditList, async ({ session, scope, input, caller }) => {
      const { page, deviceIds } = await listAudit(db, scope, input, caller.language);
      await logSeen(auditLog, { session, endpoint: auditList, input }, deviceIds);
      return page;
    }),
    handle(deviceVisits, async ({ scope, input: { deviceId, before = null }, caller: { language } }) =>
      readVisits(db, { deviceId, before, language }, await findLineReader(db, scope, deviceId)),
    ),
    handle(visitEntries, async ({ scope, input: { before = null, ...visit }, caller: { language } }) =>
      readVisit(db, { ...visit, before, language }, await findLineReader(db, scope, visit.deviceId)),
    ),
    handle(accessLog, async ({ session, scope, input }) => {
      const page = await listAccessLog(db, scope, input);
      await logSeen(auditLog, { session, endpoint: accessLog, input }, namedDevices(page));
      return page;
    }),
    handle(loadAuditCheck, () => readCheck(services)),
    handle(startAuditCheck, async ({ session }) => {
      await startCheck(services, session);
      return await readCheck(services);
    }),
    handle(stopAuditCheck, async () => {
      await stopCheck(services);
      return await readCheck(services);
    }),
    handle(auditReport, ({ input }) => listDeeds(services, input)),
  ];
}
