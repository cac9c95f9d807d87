import { callTotals } from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { sumCalls } from './call-logs.store.ts';

export function callLogsRoutes({ db }: Services): Route[] {
  return [handle(callTotals, ({ scope, input }) => sumCalls(db, scope, input))];
}
