import { callTotals } from '@fairwatch/contract';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { sumCalls } from './call-logs.store.ts';

export function callLogsRoutes({ db }: Services): Route[] {
  return [handle(callTotals, ({ scope, input }) => sumCalls(db, scope, input))];
}
