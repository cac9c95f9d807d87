import type { Database } from '../../shared/schema/schema.ts';

/** True when a command has ended. */
export async function hasEnded(db: Database, commandId: number): Promise<boolean> {
  const row = await db.selectFrom('commands').select('finished_at').where('id', '=', commandId).executeTakeFirst();
  return row?.finished_at !== null;
}

/** True when each item of a run has ended. */
export async function hasRunEnded(db: Database, runId: number): Promise<boolean> {
  const row = await db.selectFrom('runs').select('finished_at').where('id', '=', runId).executeTakeFirst();
  return row?.finished_at !== null;
}

/** The runs that a schedule has started. */
export async function findRunsOf(db: Database, scheduleId: number): Promise<number[]> {
  const rows = await db.selectFrom('runs').select('id').where('schedule_id', '=', scheduleId).execute();
  return rows.map(({ id }) => id);
}

/** True when an alert rule has fired. */
export async function hasFired(db: Database, ruleId: number): Promise<boolean> {
  const row = await db.selectFrom('alerts').select('id').where('rule_id', '=', ruleId).executeTakeFirst();
  return row !== undefined;
}
