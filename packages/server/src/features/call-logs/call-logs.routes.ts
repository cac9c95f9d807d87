import { callTotals } from '@fairwatch/contract';
import { handle, type Route } from '../../domain/routing/route.ts';
import type { Services } from '../../domain/services/services.ts';
import { sumCalls } from './call-logs.store.ts';

export function callLogsRoutes({ db }: Services): Route[] {
  return [handle(callTotals, ({ scope, input }) => sumCalls(db, scope, input))];
}
