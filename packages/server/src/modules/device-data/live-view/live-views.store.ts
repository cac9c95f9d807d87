import {
  errorText,
  limits,
  type Camera,
  type LiveViewEnd,
  type LiveViewSession,
  type Offers,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import { isShared } from '../../../shared/disclosure/disclosure-sql.ts';
import { requesterMay } from '../../../shared/requester-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';
import { AnswerRefused, type CommandAnswer } from '../../commands/answers/command-answer.ts';
import { shownAccount } from '../../../shared/shown-names.ts';

/** A live view that has just ended. */
export interface EndedLiveView extends LiveViewSession {
  end: LiveViewEnd;
  /** The admin who started it. */
  startedById: number;
  /** How long it ran. */
  seconds: number;
}

const fields = sql`s.id, s.device_id as "deviceId", ${shownAccount} as "startedBy", s.camera, s.sound,
  ${isoTime(sql`s.started_at`)} as "startedAt", ${isoTime(sql`s.until`)} as until,
  ${isoTime(sql`s.ended_at`)} as "endedAt", s.ended_how as "end"`;

/**
 * Starts the live view when the device has answered that it began, in the transaction that ends the command. A device with a running one is
 * refused another: of two commands that were queued at the same moment the second one fails. It has sound only if the microphone is still
 * shared. The phase makes sure that the device counted down.
 */
export const liveViewAnswer: CommandAnswer = {
  command: 'LIVE_VIEW',
  featureId: 'live-view',
  phases: ['COUNTDOWN'],
  async apply(db, answers) {
    const { rows } = await sql`
      insert into live_views (id, device_id, started_by, camera, sound, minutes, epoch, until)
      select c.id, c.device_id, c.requested_by, c.params ->> 'camera',
        (c.params -> 'sound')::boolean and 'MICROPHONE' = any(d.capabilities), (c.params ->> 'minutes')::smallint,
        d.connection_epoch, now() + (c.params ->> 'minutes')::int * interval '1 minute'
      from commands c join devices d on d.id = c.device_id
      where c.id = any(${answers.map(({ commandId }) => commandId)}::bigint[]) order by c.id
      on conflict (device_id) where ended_at is null do nothing
      returning id`.execute(db);
    if (rows.length < answers.length) throw new AnswerRefused(errorText('live_view_running'));
  },
};

/** Finds the live view that runs on a device, or the last one that ended within a day. Plan: the last entry of `live_views_of_device`. */
export async function findLiveView(db: Database, scope: Scope, deviceId: number): Promise<LiveViewSession | null> {
  const { rows } = await sql<LiveViewSession>`
    select ${fields} from live_views s join users u on u.id = s.started_by
    where s.device_id = ${deviceId} and ${inScope(scope, sql`s.device_id`)}
      and (s.ended_at is null or s.ended_at > now() - interval '1 day')
    order by s.id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Whether a live view can be asked for now. */
export interface Readiness {
  offers: Offers | null;
  isOnline: boolean;
  /** The version of the notice that the person has agreed to last. */
  readNotice: number;
  isRunning: boolean;
  /** How many run in all. */
  running: number;
}

/** Finds what decides whether a live view of a device can be asked for. Plan: primary keys, and the partial unique index for the counts. */
export async function findReadiness(db: Database, scope: Scope, deviceId: number): Promise<Readiness | undefined> {
  const { rows } = await sql<Readiness>`
    select d.offers, n.id is not null as "isOnline", ${readNotice} as "readNotice",
      exists (select from live_views s where s.device_id = d.id and s.ended_at is null) as "isRunning",
      (select count(*)::int from live_views s where s.ended_at is null) as running
    from devices d left join gateway_nodes n on n.id = d.gateway_node_id and n.alive_until > now()
    where d.id = ${deviceId} and d.left_at is null and ${inScope(scope, sql`d.id`)}`.execute(db);
  return rows[0];
}

/** The version of the notice that the person of a device `d` has agreed to last. Plan: the last entry of `consents_device`. */
const readNotice = sql`coalesce((
  select c.notice_version from consents c where c.device_id = d.id order by c.id desc limit 1), 0)`;

/** A live view that has just begun, as the relay needs it. */
export interface BegunLiveView {
  id: number;
  deviceId: number;
  camera: Camera;
  sound: boolean;
  until: Date;
}

/** Finds which of these live views run, by primary key. */
export async function findRunning(db: Database, ids: readonly number[]): Promise<BegunLiveView[]> {
  const { rows } = await sql<BegunLiveView>`
    select id, device_id as "deviceId", camera, sound, until from live_views
    where id = any(${ids}::bigint[]) and ended_at is null`.execute(db);
  return rows;
}

/**
 * Ends running live views, each once: the row lock decides between two that end the same one, and `ended_at` is checked under it. They are
 * locked in the order of their ids, before the heads of the logs.
 */
async function endLiveViews(
  db: Database,
  which: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
  { skipLocked = false } = {},
): Promise<EndedLiveView[]> {
  const { rows } = await sql<EndedLiveView>`
    with found as (
      select s.id, ${end} as ended_how from live_views s join devices d on d.id = s.device_id
      where s.ended_at is null and ${which} order by s.id for no key update of s ${skipLocked ? sql`skip locked` : sql``}
    )
    update live_views s set ended_at = least(now(), s.until), ended_how = found.ended_how
    from found, users u where s.id = found.id and u.id = s.started_by
    returning ${fields}, s.started_by as "startedById",
      extract(epoch from s.ended_at - s.started_at)::int as seconds`.execute(db);
  return rows;
}

/** Ends the live view of a device; with `sessionId` only that one. */
export async function endLiveViewOf(
  db: Database,
  deviceId: number,
  { end, sessionId }: { end: LiveViewEnd; sessionId?: number },
): Promise<EndedLiveView[]> {
  const same = sessionId === undefined ? sql`true` : sql`s.id = ${sessionId}`;
  return await endLiveViews(db, sql`s.device_id = ${deviceId} and ${same}`, sql`${end}::text`);
}

/** Ends the live views whose time is up. Plan: a range scan of `live_views_due`. */
export async function endOverdueLiveViews(db: Database): Promise<EndedLiveView[]> {
  return await endLiveViews(db, sql`s.until <= now()`, sql`'OVER'`, { skipLocked: true });
}

/**
 * Ends the live views that may not go on, or that nobody watches. A person's decision ends one in its own transaction; this is for everything
 * else, such as the end of the person's hours, a restored backup, an admin who lost their access, or a device that went away together with
 * its server. Plan: all running ones by `live_views_one_running`, the rest by primary key and `live_viewers_of_view`.
 */
export async function endUnallowedLiveViews(db: Database): Promise<EndedLiveView[]> {
  const end = sql`case when d.left_at is not null then 'LEFT' when not 'CAMERA' = any(d.capabilities) then 'WITHDRAWN'
    when d.paused_at is not null then 'PAUSED' when d.notice_shown is false then 'NOTICE_HIDDEN'
    when not ${mayShow} then 'OUTSIDE_HOURS' when not ${starterMay} then 'ACCESS_LOST'
    when not ${isConnected} then 'DISCONNECTED' else 'UNWATCHED' end`;
  const mayGoOn = sql`(${mayShow} and ${starterMay} and ${isConnected} and ${isWatched})`;
  return await endLiveViews(db, sql`not ${mayGoOn}`, end, { skipLocked: true });
}

/** Ends the live views that these admins started and may not start any more. Plan: `live_views_of_admin`. */
export async function endLostLiveViews(db: Database, userIds: readonly number[]): Promise<EndedLiveView[]> {
  return await endLiveViews(
    db,
    sql`s.started_by = any(${userIds}::bigint[]) and not ${starterMay}`,
    sql`'ACCESS_LOST'`,
  );
}

/** How a live view ended. */
export interface FoundEnd {
  sessionId: number;
  deviceId: number;
  end: LiveViewEnd;
}

/** Finds which of these live views have ended, and how, by primary key. */
export async function findEndedLiveViews(db: Database, sessionIds: readonly number[]): Promise<FoundEnd[]> {
  const { rows } = await sql<FoundEnd>`
    select id as "sessionId", device_id as "deviceId", ended_how as "end" from live_views
    where id = any(${sessionIds}::bigint[]) and ended_at is not null`.execute(db);
  return rows;
}

/** True while the camera of device `d` may be seen: its person shares it at this hour, and the device shows that it is supervised. */
const mayShow = sql`(d.left_at is null and ${isShared('CAMERA', { live: true })})`;

/** True while the admin who started the live view `s` may ask for one of its device. */
const starterMay = sql`exists (
  select from users u where u.id = s.started_by and ${requesterMay(sql`'LIVE_VIEW'`, sql`s.device_id`)})`;

/** True while the device `d` has the connection on which the live view `s` began. */
const isConnected = sql`(d.connection_epoch = s.epoch and exists (
  select from gateway_nodes n where n.id = d.gateway_node_id and n.alive_until > now()))`;

/** True while somebody watches the live view `s`, or did until a moment ago. */
const isWatched = sql`(exists (
  select from live_viewers v where v.live_view_id = s.id and v.left_at is null and v.joined_at is not null)
  or greatest(s.started_at, (select max(v.left_at) from live_viewers v where v.live_view_id = s.id))
    > now() - ${limits.liveView.unwatchedMs} * interval '1 millisecond')`;
