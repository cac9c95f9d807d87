import { callLogs, callStates, type CallState, type callTotals, type OutputOf } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../core/database/schema.ts';
import { rowTable, type ListMatch } from '../../core/devices/rows/row-table.ts';
import type { Scope } from '../../core/scope.ts';

export const callLogsTable = rowTable(callLogs, {
  name: 'text',
  phoneNumber: 'text',
  duration: 'integer',
  date: 'timestamptz',
  state: 'text',
});

type Totals = OutputOf<typeof callTotals>;

/** The sums over all calls that match, whatever page of them is shown. */
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
