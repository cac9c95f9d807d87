import { accessLog, auditList } from '@fairwatch/contract';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { listAccessLog } from './access-log.store.ts';
import { listAudit } from './audit.store.ts';

export function auditRoutes({ db }: Services): Route[] {
  return [
    handle(auditList, ({ scope, input }) => listAudit(db, scope, input)),
    handle(accessLog, ({ scope, input }) => listAccessLog(db, scope, input)),
  ];
}
