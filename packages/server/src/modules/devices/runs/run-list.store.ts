import {
  inLanguage,
  type Language,
  type ParsedInputOf,
  type Run,
  type RunItem,
  type runItems,
  type runList,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import { selectLongListPage } from '../../../core/database/long-list.ts';
import { selectPage, type JsonPage } from '../../../core/database/page.ts';
import { isNamed } from '../../../core/database/text-search.ts';
import { reasonOfItem } from '../../../shared/command-error-sql.ts';
import { isCommandTold } from '../../commands/told-commands-sql.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';
import { waitsFor } from './open-commands.store.ts';
import { itemTitle, type RunStep } from './run-steps.ts';
import { retellRunTitle } from '../../../shared/texts/run-titles.ts';
import { shownAccount, shownName } from '../../../shared/shown-names.ts';

/** True for the runs `r` that this admin sees: their own, and all for a SUPER_ADMIN. */
const isVisible = ({ userId, allDevices }: Scope): RawBuilder<boolean> =>
  allDevices ? sql`true` : sql`r.requested_by = ${userId}`;

/** Counts the items of an unfinished run by the index `run_items_of_run`; a finished one has its counts. */
const counts = sql`coalesce(r.counts, (
  select jsonb_object_agg(state, n) from (
    select i.state, count(*) as n from run_items i where i.run_id = r.id group by i.state) as counted), '{}')`;

const zeros = sql`'{"WAITING":0,"OPEN":0,"DONE":0,"DECLINED":0,"FAILED":0,"EXPIRED":0,"CANCELLED":0,"SKIPPED":0}'::jsonb`;

/** How many items of a run `r` are in each state. */
export const runCounts = sql`${zeros} || ${counts}`;

export const runState = sql`
  case when r.finished_at is null then 'RUNNING' when r.cancelled_at is null then 'DONE' else 'CANCELLED' end`;

/** Selects a run `r` in the form of the contract; needs `u` for its admin. */
function runFields(scope: Scope): RawBuilder<unknown> {
  return sql`r.id, r.action, r.title,
    ${runState} as state,
    ${shownAccount} as "requestedBy", ${isoTime(sql`r.created_at`)} as "createdAt", ${isoTime(sql`r.finished_at`)} as "finishedAt",
    case when r.schedule_id is not null then json_build_object('id', r.schedule_id, 'name', r.schedule_name) end as schedule,
    r.reason, r.devices, (
      select json_build_object('id', d.id, 'name', ${shownName}) from devices d
      where d.id = r.device_id and d.left_at is null and ${inScope(scope, sql`d.id`)}) as device,
    ${runCounts} as counts, ${isVisible(scope)} as mine`;
}

/** True for runs `r` with an item that did not succeed. A finished run says so itself, so that its items are not looked at. */
const isIncomplete = sql`case when r.counts is not null then r.counts ?| array['FAILED', 'EXPIRED', 'SKIPPED'] else exists (
  select from run_items i where i.run_id = r.id and i.state in ('FAILED', 'EXPIRED', 'SKIPPED')) end`;

type ListInput = ParsedInputOf<typeof runList>;

export function listRuns(db: Database, scope: Scope, input: ListInput): Promise<JsonPage> {
  const { search, sortDirection, filter } = input;
  const { state, action, scheduleId, deviceId, incomplete } = filter;
  const where = sql.join(
    [
      isVisible(scope),
      ...(search === '' ? [] : [isNamed([sql`r.title`, sql`r.schedule_name`], search)]),
      ...(state === undefined ? [] : [stateIs(state)]),
      ...(action === undefined ? [] : [sql`r.action = ${action}`]),
      ...(scheduleId === undefined ? [] : [sql`r.schedule_id = ${scheduleId}`]),
      ...(deviceId === undefined
        ? []
        : [
            sql`exists (select from run_items i where i.run_id = r.id and i.device_id = ${deviceId}
              and ${inScope(scope, sql`i.device_id`)})`,
          ]),
      ...(incomplete === undefined ? [] : [isIncomplete]),
    ],
    sql` and `,
  );
  const order = sortDirection === 'asc' ? sql`asc` : sql`desc`;
  return selectPage(
    db,
    {
      rows: sql`select ${runFields(scope)} from runs r join users u on u.id = r.requested_by where ${where} order by r.id ${order}`,
      total: sql`select count(*) from runs r where ${where}`,
    },
    input,
  );
}

function stateIs(state: NonNullable<ListInput['filter']['state']>): RawBuilder<boolean> {
  if (state === 'RUNNING') return sql`r.finished_at is null`;
  return state === 'DONE'
    ? sql`(r.finished_at is not null and r.cancelled_at is null)`
    : sql`(r.finished_at is not null and r.cancelled_at is not null)`;
}

/** Finds a run that this admin sees. */
export async function findRun(db: Database, scope: Scope, runId: number): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    select ${runFields(scope)} from runs r join users u on u.id = r.requested_by
    where r.id = ${runId} and ${isVisible(scope)}`.execute(db);
  return rows[0];
}

type ItemsInput = ParsedInputOf<typeof runItems>;
type StoredItem = RunItem & Pick<RunStep, 'kind' | 'commandType' | 'capability' | 'details'>;

const itemOrders: Record<ItemsInput['sortBy'], RawBuilder<unknown>> = {
  id: sql`i.id`,
  state: sql`i.state`,
  finishedAt: sql`i.finished_at`,
};

/**
 * Lists the items of a run that this admin sees. Devices that have left or are outside the scope are not named, and files only while the
 * disclosure policy tells them to this admin. Plan: the items of the run by `run_items_of_run`, then device, person and command by primary key for the page.
 */
export async function listRunItems(
  db: Database,
  scope: Scope,
  input: ItemsInput & { language: Language },
): Promise<{ page: JsonPage; deviceIds: number[] }> {
  const { runId, search, filter, sortBy, sortDirection } = input;
  const named = sql`d.left_at is null and ${inScope(scope, sql`d.id`)}`;
  const isShown = isCommandTold(sql`${scope.userId}::bigint`, sql`i`);
  const where = sql.join(
    [
      sql`i.run_id = ${runId}`,
      ...(filter.state === undefined ? [] : [sql`i.state = ${filter.state}`]),
      ...(search === ''
        ? []
        : [
            sql`exists (select from devices d join users u on u.id = d.user_id where d.id = i.device_id and ${named}
              and ${isNamed([sql`d.nickname`, sql`d.display_name`, sql`d.name`, sql`u.username`], search)})`,
          ]),
    ],
    sql` and `,
  );
  const { json, pagination } = await selectLongListPage(
    db,
    {
      table: sql`run_items i`,
      sources: sql`run_items i left join devices d on d.id = i.device_id and ${named} left join users u on u.id = d.user_id
        left join commands c on c.id = i.command_id`,
      fields: sql`i.id, i.device_id as "deviceId", coalesce(${shownName}, '') as "deviceName", coalesce(u.username, '') as username,
        i.kind, i.command_type as "commandType", i.capability, case when ${isShown} then i.details else '{}' end as details,
        i.state, ${reasonOfItem(isShown)} as reason, ${waitsFor(sql`d.id is not null`)} as "waitsFor", i.command_id as "commandId", c.progress, ${isoTime(sql`i.started_at`)} as "startedAt",
        ${isoTime(sql`i.finished_at`)} as "finishedAt"`,
      id: sql`i.id`,
      where,
      kept: sql`select count(*) from run_items i where ${where}`,
      narrowed: null,
      sortBy: itemOrders[sortBy],
      direction: sortDirection,
    },
    input,
  );
  const shown = new Set<number>();
  const items = (JSON.parse(json) as StoredItem[]).map(
    ({ kind, commandType, capability, details, ...item }): RunItem => {
      if (item.deviceName !== '') shown.add(item.deviceId);
      const step = { kind, commandType, capability, details };
      const stored = itemTitle(step);
      const title = inLanguage(input.language, () => (commandType === null ? retellRunTitle(stored) : itemTitle(step)));
      return Object.assign(item, { title });
    },
  );
  return { page: { json: JSON.stringify(items), pagination }, deviceIds: [...shown] };
}
