import {
  errorText,
  type AskingPhase,
  type Capability,
  type CommandPhase,
  type CommandType,
  type StepType,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { runNamedQuery, param } from '../../../core/database/named-query.ts';
import { isAskingPhase } from '../../../shared/command-state-sql.ts';
import type { DeviceConnection } from '../../../shared/device-connection.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { CommandRef } from '../commands.store.ts';

/** The steps of a command since it was last stored. Several steps are stored by one update. */
export interface CommandAdvance extends CommandRef {
  /** The epoch of the connection that brought them; null for steps that no device reports. */
  epoch: number | null;
  /** When the command was sent, and when the device started it (by the same clock as `now` below); null when that has not happened since. */
  sentAt: number | null;
  runningAt: number | null;
  end: CommandEnd | null;
}

/** The current step of a command, and the admin who requested it. */
export interface AdvancedCommand extends CommandRef {
  commandType: CommandType;
  step: StepType;
  requestedBy: number;
  /** True for a command of a run. */
  ofRun: boolean;
  /** How many seconds after it was queued it was sent and ended; null unless that was stored now. */
  sentAfter: number | null;
  finishedAfter: number | null;
}

/** The columns of an advanced command `c`; `unsent` is true when it had not been sent before. */
const advancedFields = (unsent: RawBuilder<unknown>) => sql`c.id as "commandId", c.device_id as "deviceId",
  c.command_type as "commandType", c.step, c.requested_by as "requestedBy", c.run_item_id is not null as "ofRun",
  case when ${unsent} then extract(epoch from c.sent_at - c.created_at)::float8 end as "sentAfter",
  extract(epoch from c.finished_at - c.created_at)::float8 as "finishedAfter"`;

/**
 * How a command ends: declined by the person, failed, or done if its deadline has not passed and its capability is still shared. `note` says which files of a
 * command for several failed although others did not; null when none did.
 */
export type CommandEnd =
  | { kind: 'failed' | 'declined'; reason: string }
  | { kind: 'done'; capability: Capability; notShared: string; note: string | null };

/**
 * Stores the steps of commands, each with its own time. Returns the commands that changed: one that is missing had ended
 * before, and its rows must not be applied again. Like every statement over many commands it locks them in the order of
 * their ids, so that two of them cannot deadlock. Steps of a connection are left out when the device has connected to another server
 * since.
 *
 * A person who withdraws consent, pauses or leaves cancels the open command in the same transaction. The command's row lock
 * decides which of the two comes first, and an answer that comes second finds its command ended.
 */
export async function advanceCommands(
  db: Database,
  advances: readonly CommandAdvance[],
  now: number,
): Promise<AdvancedCommand[]> {
  // Times are passed as durations, because the database may have another clock.
  const ago = (at: number | null) => (at === null ? null : Math.max(0, now - at));
  // Intermediate steps skip locked rows: whoever has the lock stores something newer.
  const waits = advances.some(({ end }) => end !== null);
  return await runNamedQuery(db, waits ? 'end commands' : 'advance commands', () => advanceQuery(waits), {
    ids: advances.map(({ commandId }) => commandId),
    deviceIds: advances.map(({ deviceId }) => deviceId),
    sentAgo: advances.map(({ sentAt }) => ago(sentAt)),
    runningAgo: advances.map(({ runningAt }) => ago(runningAt)),
    capabilities: advances.map(({ end }) => (end?.kind === 'done' ? end.capability : null)),
    reasons: advances.map(({ end }) => end && (end.kind === 'done' ? end.notShared : end.reason)),
    notes: advances.map(({ end }) => (end?.kind === 'done' ? end.note : null)),
    epochs: advances.map(({ epoch }) => epoch),
    declined: advances.map(({ end }) => end?.kind === 'declined'),
  });
}

/**
 * Locks and updates the given commands. Plan: nested loops from the unnested arrays to `commands` and `devices` by primary
 * key, a sort by id for the lock order, then the update by primary key. The conditions on the device are checked under the
 * command's lock, so they are those of this moment.
 */
function advanceQuery(waits: boolean) {
  return sql<AdvancedCommand>`
    with found as (
      select c.id, r.sent_ago, r.running_ago, r.note, c.sent_at is null as unsent,
        r.capability is not null and c.expires_at > now() and r.capability = any(d.capabilities) and d.paused_at is null
          and d.notice_shown is not false and d.restored_at is null and d.left_at is null as done,
        r.reason is not null and (r.capability is null or c.expires_at > now()) as ended, r.declined,
        case when r.capability is not null and d.notice_shown is false then ${errorText('notice_not_shown')} else r.reason
          end as reason
      from unnest(${param('ids')}::bigint[], ${param('deviceIds')}::bigint[], ${param('sentAgo')}::int[],
        ${param('runningAgo')}::int[], ${param('capabilities')}::text[], ${param('reasons')}::text[], ${param('notes')}::text[],
        ${param('epochs')}::bigint[], ${param('declined')}::boolean[]
      ) as r (id, device_id, sent_ago, running_ago, capability, reason, note, epoch, declined)
      join commands c on c.id = r.id and c.device_id = r.device_id and c.finished_at is null
      join devices d on d.id = c.device_id and (r.epoch is null or r.epoch = d.connection_epoch)
      order by c.id for update of c ${waits ? sql`` : sql`skip locked`}
    )
    update commands c set
      step = case when done then 'DONE' when ended and declined then 'DECLINED' when ended then 'FAILED' when running_ago is not null then 'RUNNING'
        else 'SENT' end,
      sent_at = case when c.sent_at is null and sent_ago is not null
        then greatest(c.created_at, ${past(sql`sent_ago`)}) else c.sent_at end,
      running_at = case when c.running_at is null and running_ago is not null
        then greatest(c.created_at, c.sent_at, ${past(sql`sent_ago`)}, ${past(sql`running_ago`)})
        else c.running_at end,
      phase = case when running_ago is not null and ${isAskingPhase} then null else c.phase end,
      finished_at = case when ended then now() end,
      error_details = case when done then note when ended then reason end
    from found
    where c.id = found.id and (ended or (sent_ago is not null and c.step = 'QUEUED')
      or (running_ago is not null and c.step <> 'RUNNING'))
    returning ${advancedFields(sql`unsent`)}`;
}

/** Computes the moment `ago` milliseconds before now. */
function past(ago: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`now() - ${ago} * interval '1 millisecond'`;
}

/** The progress of a command, and the phases that its device has started since the last report. */
export interface Progress extends CommandRef, DeviceConnection {
  /** Null while its person is being asked. */
  percent: number | null;
  /** How far the question to its person is; null once the device has reported anything else. */
  asking: AskingPhase | null;
  phases: readonly Exclude<CommandPhase, AskingPhase>[];
}

/**
 * Stores the progress of commands whose devices have not connected to another server since. Returns those that changed. A phase of asking counts
 * only until the command runs: its report may be stored after the step that followed it. A device that reports has the command, and one that
 * reports anything but that it asks has begun it: a step that `advanceCommands` skipped because of this lock is stored here. Plan: `commands` and `devices` by primary key for each element, the commands locked in the order of ids, then updated.
 */
export async function recordProgress(db: Database, commands: readonly Progress[]): Promise<CommandRef[]> {
  const { rows } = await sql<CommandRef>`
    with found as (
      select c.id, c.finished_at, coalesce(r.percent, c.progress) as percent,
        r.asking is null or c.running_at is not null as runs,
        case when c.running_at is null and r.asking is not null then r.asking
          else coalesce(r.phase, case when not ${isAskingPhase} then c.phase end) end as phase,
        array(select p from unnest(string_to_array(r.phases, ' ')) as p where p <> all(c.phases)) as phases
      from commands c join unnest(${commands.map(({ commandId }) => commandId)}::bigint[],
        ${commands.map(({ deviceId }) => deviceId)}::bigint[],
        ${commands.map(({ percent }) => percent)}::smallint[],
        ${commands.map(({ phases }) => phases.join(' '))}::text[],
        ${commands.map(({ phases }) => phases.at(-1) ?? null)}::text[],
        ${commands.map(({ asking }) => asking)}::text[],
        ${commands.map(({ epoch }) => epoch)}::bigint[]) as r (id, device_id, percent, phases, phase, asking, epoch)
        on c.id = r.id and c.device_id = r.device_id
      join devices d on d.id = c.device_id and d.connection_epoch = r.epoch
      order by c.id for update of c
    )
    update commands c set progress = found.percent, phases = c.phases || found.phases,
      phase = found.phase, step = case when runs then 'RUNNING' else 'SENT' end, sent_at = coalesce(c.sent_at, now()),
      running_at = case when runs then coalesce(c.running_at, now()) end
    from found where c.id = found.id and found.finished_at is null
      and (c.step <> case when runs then 'RUNNING' else 'SENT' end or c.progress is distinct from found.percent or c.phase is distinct from found.phase or cardinality(found.phases) > 0)
    returning c.id as "commandId", c.device_id as "deviceId"`.execute(db);
  return rows;
}

/** True when the device of one of these commands has not reported one of these phases. */
export async function lacksPhases(
  db: Database,
  commandIds: readonly number[],
  phases: readonly CommandPhase[],
): Promise<boolean> {
  const { rows } = await sql`
    select from commands where id = any(${commandIds}::bigint[]) and not phases @> ${phases}::text[]`.execute(db);
  return rows.length > 0;
}

/**
 * Expires commands whose deadline has passed, each with the reason: its device was not reached, its person or the device did not answer. Found by the partial index `commands_deadline`. Locked ones are being written
 * and are left for the next run.
 */
export async function expireCommands(db: Database): Promise<AdvancedCommand[]> {
  const { rows } = await sql<AdvancedCommand>`
    with overdue as (
      select id from commands where num_nulls(finished_at) = 1 and expires_at <= now() for update skip locked
    )
    update commands c set step = 'EXPIRED', finished_at = now(), error_details = case
      when ${isAskingPhase} then 'The person did not answer in time.'
      when c.sent_at is null then 'The device was not reached in time.'
      else 'The device did not answer in time.' end
    from overdue where c.id = overdue.id
    returning ${advancedFields(sql`false`)}`.execute(db);
  return rows;
}
