import type { StepType } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../shared/schema/schema.ts';

/** What waits in the database, for all servers. */
export interface DatabaseFigures {
  openCommands: { step: StepType; count: number }[];
  runItems: number;
  mails: number;
}

/** Run items are counted up to this number, so that a scrape stays cheap. */
const mostItems = 100_000;

/**
 * Counts what waits. Plan: the partial indexes `commands_one_open`, `run_items_unfinished` and `run_items_direct` up to a bound,
 * `notifications_mail_due` and `report_mails_due`.
 */
export async function readDatabaseFigures(db: Database): Promise<DatabaseFigures> {
  const { rows } = await sql<DatabaseFigures>`
    select
      (select coalesce(json_agg(json_build_object('step', step, 'count', n)), '[]') from (
        select step, count(*) as n from commands where finished_at is null group by step) as open) as "openCommands",
      (select count(*) from (
        select from run_items where finished_at is null and state = 'WAITING' limit ${mostItems}) as waiting) as "runItems",
      (select count(distinct user_id) from notifications where mail_due and read_at is null)
        + (select count(*) from report_mails where next_at <= now()) as mails`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('A select without from returns one row.');
  return found;
}
