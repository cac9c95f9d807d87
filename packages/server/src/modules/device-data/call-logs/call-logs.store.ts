import { callLogs, callStates, type CallState, type callTotals, type OutputOf } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { rowTable, type ListMatch } from '../../../shared/device-rows/row-table.ts';
import type { Scope } from '../../../shared/scope.ts';

export const callLogsTable = rowTable(callLogs, {
  name: 'text',
  phoneNumber: 'text',
  duration: 'integer',
  date: 'timestamptz',
  state: 'text',
});

type Totals = OutputOf<typeof callTotals>;

/** Sums all calls that match, independent of the page. Plan: the indexes of the list (`call_logs_*` by device), then a hash aggregate. */
export async function sumCalls(db: Database, scope: Scope, match: ListMatch): Promise<Totals> {
  const { rows } = await sql<{ state: CallState; calls: number; duration: number }>`
    select state, count(*)::integer as calls, sum(duration)::bigint as duration from call_logs
    where ${callLogsTable.matching(scope, match)} group by state`.execute(db);
  const found = new Map(rows.map(({ state, ...sums }) => [state, sums]));
  const byState = Object.fromEntries(
    callStates.map((state) => [state, found.get(state) ?? { calls: 0, duration: 0 }]),
  ) as Totals['byState'];
  return {
    calls: rows.reduce((sum, { calls }) => sum + calls, 0),
    duration: rows.reduce((sum, { duration }) => sum + duration, 0),
    byState,
  };
}
