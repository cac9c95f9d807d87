import { accessLog, auditList } from '@fairwatch/contract';
import { logSeen } from '../../core/devices/audit/seen-log.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { listAccessLog, namedDevices } from './access-log.store.ts';
import { listAudit } from './audit.store.ts';

export function auditRoutes({ db }: Services): Route[] {
  return [
    handle(auditList, async ({ session, scope, input }) => {
      const { page, deviceIds } = await listAudit(db, scope, input);
      await logSeen(db, { session, endpoint: auditList, input }, deviceIds);
      return page;
    }),
    handle(accessLog, async ({ session, scope, input }) => {
      const page = await listAccessLog(db, scope, input);
      await logSeen(db, { session, endpoint: accessLog, input }, namedDevices(page));
      return page;
    }),
  ];
}
