import { limits, type LiveEnd, type LiveSession } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import { AnswerRefused, type CommandAnswer } from '../../commands/answers/command-answer.ts';
import type { DeviceConnection } from '../../../shared/device-connection.ts';
import { isShared } from '../../../shared/disclosure/disclosure-sql.ts';
import { requesterMay } from '../../../shared/requester-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';
import { shownAccount } from '../../../shared/shown-names.ts';

/** A live location that has just ended. */
export interface EndedSession extends LiveSession {
  end: LiveEnd;
  /** The admin who started it. */
  startedById: number;
  /** How long it ran. */
  seconds: number;
}

const fields = sql`s.id, s.device_id as "deviceId", ${shownAccount} as "startedBy", ${isoTime(sql`s.started_at`)} as "startedAt",
  ${isoTime(sql`s.until`)} as until, ${isoTime(sql`s.ended_at`)} as "endedAt", s.ended_how as "end", s.points`;

/**
 * Starts the session when the device has answered that it began, in the transaction that ends the command. A device with a running session
 * is refused another: of two commands that were queued at the same moment the second one fails.
 */
export const liveLocationAnswer: CommandAnswer = {
  command: 'LIVE_LOCATION',
  featureId: 'live-location',
  async apply(db, answers) {
    const { rows } = await sql`
      insert into live_sessions (id, device_id, started_by, minutes, until)
      select c.id, c.device_id, c.requested_by, (c.params ->> 'minutes')::smallint,
        now() + (c.params ->> 'minutes')::int * interval '1 minute'
      from commands c where c.id = any(${answers.map(({ commandId }) => commandId)}::bigint[]) order by c.id
      on conflict (device_id) where ended_at is null do nothing
      returning id`.execute(db);
    if (rows.length < answers.length) throw new AnswerRefused('A live location of this device is already running.');
  },
};

/** Finds the session that runs on a device, or the last one that ended within a day. Plan: the last entry of `live_sessions_of_device`. */
export async function findSession(db: Database, scope: Scope, deviceId: number): Promise<LiveSession | null> {
  const { rows } = await sql<LiveSession>`
    select ${fields} from live_sessions s join users u on u.id = s.started_by
    where s.device_id = ${deviceId} and ${inScope(scope, sql`s.device_id`)}
      and (s.ended_at is null or s.ended_at > now() - interval '1 day')
    order by s.id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Whether a session runs on this device, and how many run in all. Plan: both from the partial unique index `live_sessions_one_running`. */
export async function countRunning(db: Database, deviceId: number): Promise<{ here: boolean; all: number }> {
  const { rows } = await sql<{ here: boolean; all: number }>`
    select exists (select from live_sessions where device_id = ${deviceId} and ended_at is null) as here,
      (select count(*)::int from live_sessions where ended_at is null) as all`.execute(db);
  return rows[0] ?? { here: false, all: 0 };
}

/**
 * Ends running sessions, each once: the row lock decides between two that end the same one, and `ended_at` is checked under it. Sessions are
 * locked in the order of their ids, before the heads of the logs.
 */
async function endSessions(
  db: Database,
  which: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
  { skipLocked = false } = {},
): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    with found as (
      select s.id, ${end} as ended_how from live_sessions s join devices d on d.id = s.device_id
      where s.ended_at is null and ${which} order by s.id for no key update of s ${skipLocked ? sql`skip locked` : sql``}
    )
    update live_sessions s set ended_at = least(now(), s.until), ended_how = found.ended_how
    from found, users u where s.id = found.id and u.id = s.started_by
    returning ${fields}, s.started_by as "startedById",
      extract(epoch from s.ended_at - s.started_at)::int as seconds`.execute(db);
  return rows;
}

/** Ends the session of a device; with `sessionId` only that one. */
export async function endSessionOf(
  db: Database,
  deviceId: number,
  { end, sessionId }: { end: LiveEnd; sessionId?: number },
): Promise<EndedSession[]> {
  const same = sessionId === undefined ? sql`true` : sql`s.id = ${sessionId}`;
  return await endSessions(db, sql`s.device_id = ${deviceId} and ${same}`, sql`${end}::text`);
}

/** Ends the sessions whose time is up. Plan: a range scan of `live_sessions_due`. */
export async function endOverdue(db: Database): Promise<EndedSession[]> {
  return await endSessions(db, sql`s.until <= now()`, sql`'OVER'`, { skipLocked: true });
}

/**
 * Ends the sessions whose devices may not be followed any more. A person's decision ends the session in its own transaction; this is for
 * everything else, such as a hidden notice, the end of the person's hours, a restored backup or an admin who lost their access. Plan: all running sessions by `live_sessions_one_running`, their devices by
 * primary key.
 */
export async function endUnshared(db: Database): Promise<EndedSession[]> {
  const end = sql`case when d.left_at is not null then 'LEFT' when not 'LOCATION' = any(d.capabilities) then 'WITHDRAWN'
    when d.paused_at is not null then 'PAUSED' when d.notice_shown is false then 'NOTICE_HIDDEN'
    when ${mayFollow} then 'ACCESS_LOST' else 'OUTSIDE_HOURS' end`;
  return await endSessions(db, sql`not (${mayFollow} and ${starterMay})`, end, { skipLocked: true });
}

/** Ends the sessions of these admins that they may not follow any more. Plan: `live_sessions_of_admin`. */
export async function endLostSessions(db: Database, userIds: readonly number[]): Promise<EndedSession[]> {
  return await endSessions(db, sql`s.started_by = any(${userIds}::bigint[]) and not ${starterMay}`, sql`'ACCESS_LOST'`);
}

/**
 * Finds how sessions of these devices ended. OVER for one that never began: a command that has ended and a session begin in the same
 * transaction. A session that runs, or may still begin, is left out.
 */
export async function findEnds(
  db: Database,
  sessions: readonly { sessionId: number; deviceId: number }[],
): Promise<{ sessionId: number; deviceId: number; end: LiveEnd }[]> {
  const ids = sessions.map(({ sessionId }) => sessionId);
  const deviceIds = sessions.map(({ deviceId }) => deviceId);
  const { rows } = await sql<{ sessionId: number; deviceId: number; end: LiveEnd }>`
    select asked.id as "sessionId", asked.device_id as "deviceId", coalesce(s.ended_how, 'OVER') as "end"
    from unnest(${ids}::bigint[], ${deviceIds}::bigint[]) as asked (id, device_id)
    left join live_sessions s on s.id = asked.id and s.device_id = asked.device_id
    left join commands c on c.id = asked.id and c.device_id = asked.device_id and c.finished_at is null
    where s.ended_at is not null or (s.id is null and c.id is null)`.execute(db);
  return rows;
}

/** True while the location of device `d` may be collected: its person shares it at this hour, and the device shows that it is supervised. */
const mayFollow = sql`(d.left_at is null and ${isShared('LOCATION', { live: true })})`;

/** True while the admin who started the session `s` may follow its device. */
const starterMay = sql`exists (
  select from users u where u.id = s.started_by and ${requesterMay(sql`'LIVE_LOCATION'`, sql`s.device_id`)})`;

/** A point that a device sent, of the session that it named. */
export interface ReceivedPoint extends DeviceConnection {
  sessionId: number;
  latitude: number;
  longitude: number;
  accuracy: number;
  at: string;
}

/** How far the clock of a device may be off: points that seem older than their session, or in the future, are dropped beyond that. */
const clockTolerance = sql`interval '1 minute'`;
const { everyMs, pointsPerFrame } = limits.liveLocation;
const pointsPerMinute = 60_000 / everyMs;

/**
 * Stores points as rows of `locations`, each only if its session runs on that very device, whose person may be followed now, and if it
 * came over the device's latest connection. Returns the
 * sessions that got points. A person's withdrawal ends the session under its row lock, so either these points were stored before it, or
 * they find the session ended. A point that is sent twice is stored once. Plan: the sessions and devices by primary key, the rows by the
 * unique index on device and key.
 */
export async function storePoints(
  db: Database,
  points: readonly ReceivedPoint[],
): Promise<{ sessionId: number; deviceId: number }[]> {
  const column = <Key extends keyof ReceivedPoint>(key: Key) => points.map((point) => point[key]);
  const { rows } = await sql<{ sessionId: number; deviceId: number }>`
    with asked as (
      select distinct id, device_id, epoch
      from unnest(${column('sessionId')}::bigint[], ${column('deviceId')}::bigint[], ${column('epoch')}::bigint[]) as p (id, device_id, epoch)
    ), running as materialized (
      select s.id, s.device_id, asked.epoch, s.started_at, s.points, s.minutes, coalesce(d.time_zone, '') as time_zone
      from asked join live_sessions s on s.id = asked.id and s.device_id = asked.device_id
      join devices d on d.id = s.device_id and d.connection_epoch = asked.epoch
      where s.ended_at is null and s.until > now() and ${mayFollow} and ${starterMay}
      order by s.id for no key update of s
    ), received as (
      select r.device_id, r.time_zone, p.latitude, p.longitude, p.accuracy, p.at, p.nth,
        'live-' || r.id || '-' || (extract(epoch from p.at) * 1000)::bigint as key,
        r.points + row_number() over (partition by r.id order by p.nth) as place,
        r.minutes * ${pointsPerMinute}::int + ${pointsPerFrame}::int as most
      from unnest(${column('sessionId')}::bigint[], ${column('deviceId')}::bigint[], ${column('latitude')}::double precision[],
        ${column('longitude')}::double precision[], ${column('accuracy')}::double precision[], ${column('at')}::timestamptz[],
        ${column('epoch')}::bigint[]) with ordinality as p (session_id, device_id, latitude, longitude, accuracy, at, epoch, nth)
      join running r on r.id = p.session_id and r.device_id = p.device_id and r.epoch = p.epoch
      where p.at >= r.started_at - ${clockTolerance} and p.at <= now() + ${clockTolerance}
    ), stored as (
      insert into locations (device_id, key, nickname, latitude, longitude, accuracy, address, timezone, local_date_time)
      select device_id, key, '', latitude, longitude, accuracy, '', time_zone, at from received where place <= most order by nth
      on conflict (device_id, key) do nothing
      returning device_id
    ), counted as (
      update live_sessions s set points = s.points + fresh.points
      from running r join (select device_id, count(*)::int as points from stored group by device_id) fresh
        on fresh.device_id = r.device_id
      where s.id = r.id
    )
    select r.id as "sessionId", r.device_id as "deviceId" from running r`.execute(db);
  return rows;
}

/**
 * The points of a session, oldest first. Plan: a range scan of `locations_local_date_time`, of which the key keeps those that this session
 * stored.
 */
export async function readTrail(
  db: Database,
  scope: Scope,
  { id, deviceId, startedAt, until }: LiveSession,
): Promise<[number, number, number][]> {
  const { rows } = await sql<{ at: number; latitude: number; longitude: number }>`
    select (extract(epoch from local_date_time) * 1000)::bigint as at, latitude, longitude from locations
    where device_id = ${deviceId} and ${inScope(scope, sql`device_id`)} and starts_with(key, ${`live-${id}-`})
      and local_date_time >= ${startedAt}::timestamptz - ${clockTolerance}
      and local_date_time <= ${until}::timestamptz + ${clockTolerance}
    order by local_date_time, id`.execute(db);
  return rows.map(({ at, latitude, longitude }) => [at, latitude, longitude]);
}
