import { limits, type LiveViewer, type LiveViewEnd } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import { holdsOne, isActiveAdmin, isTold } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';
import type { Session } from '../../../shared/session.ts';
import { isValidSession } from '../../../shared/sessions/sessions.store.ts';
import { nameInFull, shownAccount } from '../../../shared/shown-names.ts';

/** True while the viewer `v` watches. */
const isPresent = sql`v.left_at is null and v.joined_at is not null`;

/** Who watches, each admin once however many pages they have open. */
const asAdmins = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select v.live_view_id as "sessionId", u.username, ${shownAccount} as name, ${nameInFull} as "nameInFull", ${isoTime(sql`min(v.joined_at)`)} as since,
    array_agg(distinct v.node_id::text) as "nodeIds"
  from live_viewers v join users u on u.id = v.user_id where ${isPresent} and ${rows}
  group by v.live_view_id, u.id order by min(v.joined_at), u.username`;

/** Lists who watches the live view of a device. Plan: `live_viewers_present`. */
export async function listViewers(db: Database, scope: Scope, sessionId: number): Promise<LiveViewer[]> {
  const { rows } = await sql<LiveViewer>`
    select username, name, since from (
      ${asAdmins(sql`v.live_view_id = ${sessionId} and ${inScope(scope, sql`v.device_id`)}`)}
    ) as watching`.execute(db);
  return rows;
}

/** An admin who watches, and the servers that have their sockets. */
export interface WatchingAdmin extends LiveViewer {
  /** Their name for the person of the device. */
  nameInFull: string;
  sessionId: number;
  nodeIds: string[];
}

/** Finds who watches these live views, in the order in which they joined. Plan: `live_viewers_present`. */
export async function findWatching(db: Database, sessionIds: readonly number[]): Promise<WatchingAdmin[]> {
  const { rows } = await sql<WatchingAdmin>`${asAdmins(sql`v.live_view_id = any(${sessionIds}::bigint[])`)}`.execute(
    db,
  );
  return rows;
}

/** Why no pass was given. */
export type NoPass = 'live_view_not_found' | 'too_many_viewers';

/**
 * Adds a viewer who has a pass and does not watch yet. The lock on the live view lets two not take the last place, and an end wait or be
 * seen. A pass that is not used in time frees its place.
 */
export async function addPass(
  db: Database,
  { tokenHash, userId }: Session,
  { sessionId, deviceId, passHash }: { sessionId: number; deviceId: number; passHash: Buffer },
): Promise<{ expiresAt: Date } | { refused: NoPass }> {
  return await db.transaction().execute(async (transaction) => {
    const { rows: running } = await sql`
      select from live_views where id = ${sessionId} and device_id = ${deviceId} and ended_at is null
      for no key update`.execute(transaction);
    if (running.length === 0) return { refused: 'live_view_not_found' };
    const { rows } = await sql<{ expiresAt: Date }>`
      insert into live_viewers (live_view_id, device_id, user_id, session_hash, pass_hash, pass_expires_at)
      select ${sessionId}, ${deviceId}, ${userId}, ${tokenHash}, ${passHash},
        now() + ${limits.liveView.passMs} * interval '1 millisecond'
      where (select count(*) from live_viewers v where v.live_view_id = ${sessionId} and v.left_at is null
        and (v.joined_at is not null or v.pass_expires_at > now())) < ${limits.liveView.viewersAtOnce}
      returning pass_expires_at as "expiresAt"`.execute(transaction);
    return rows[0] ?? { refused: 'too_many_viewers' };
  });
}

/** A viewer whose pass was just used. */
export interface JoinedViewer {
  id: number;
  sessionId: number;
  deviceId: number;
  userId: number;
  username: string;
  /** The hash of the token of their session, in hex. */
  tokenHash: string;
  maySound: boolean;
}

/** What viewer `v` depends on: their session, their account, and the disclosure policy about the device `d`, for this permission. */
function mayBeTold(told: 'CAMERA' | 'MICROPHONE', permission: string): RawBuilder<boolean> {
  const admin = sql`v.user_id`;
  const isPermitted = sql<boolean>`exists (select from users reader where reader.id = ${admin}
    and ${isActiveAdmin(sql`reader`)} and ${holdsOne(sql`reader`, sql`${sql.lit(JSON.stringify([permission]))}::jsonb`)})`;
  return isTold({ admin, told, live: true, isPermitted });
}

const hasSession = sql`exists (select from sessions where sessions.token_hash = v.session_hash and ${isValidSession})`;
const maySee = sql<boolean>`(d.left_at is null and ${hasSession} and ${mayBeTold('CAMERA', 'VIDEO_RECORDER')})`;
const mayHear = sql<boolean>`(s.sound and ${mayBeTold('MICROPHONE', 'VOICE_RECORDER')})`;

/**
 * Uses a pass, once, if its live view runs and its admin may still watch. Undefined otherwise. The lock on the live view lets an end wait, so
 * that its event finds this viewer. Plan: `live_viewers_pass`, then primary keys.
 */
export async function claimPass(db: Database, passHash: Buffer, nodeId: string): Promise<JoinedViewer | undefined> {
  await sql`
    select from live_views s where s.id = (
      select live_view_id from live_viewers where pass_hash = ${passHash}) for share`.execute(db);
  const { rows } = await sql<JoinedViewer>`
    update live_viewers v set joined_at = now(), node_id = ${nodeId}, pass_hash = null
    from live_views s, devices d, users u
    where v.pass_hash = ${passHash} and v.pass_expires_at > now() and s.id = v.live_view_id and s.ended_at is null
      and d.id = v.device_id and u.id = v.user_id and ${maySee}
    returning v.id, v.live_view_id as "sessionId", v.device_id as "deviceId", v.user_id as "userId", u.username,
      encode(v.session_hash, 'hex') as "tokenHash", ${mayHear} as "maySound"`.execute(db);
  return rows[0];
}

/** What a viewer may do now. */
export interface ViewerAccess {
  id: number;
  /** How the live view ended; null while it runs. */
  end: LiveViewEnd | null;
  /** True while their session goes on. */
  hasSession: boolean;
  maySee: boolean;
  maySound: boolean;
}

/** Finds what these viewers may do now; one that is missing was deleted with its device. Plan: primary keys of what the policy reads. */
export async function findAccess(db: Database, ids: readonly number[]): Promise<ViewerAccess[]> {
  const { rows } = await sql<ViewerAccess>`
    select v.id, s.ended_how as "end", v.left_at is not null or ${hasSession} as "hasSession",
      v.left_at is null and ${maySee} as "maySee", ${mayHear} as "maySound"
    from live_viewers v join live_views s on s.id = v.live_view_id join devices d on d.id = v.device_id
    where v.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** A viewer who has just gone, for the log. */
export interface GoneViewer {
  sessionId: number;
  deviceId: number;
  userId: number;
  username: string;
  seconds: number;
  pictures: number;
}

const gone = sql`v.live_view_id as "sessionId", v.device_id as "deviceId", v.user_id as "userId",
  (select username from users u where u.id = v.user_id) as username,
  extract(epoch from v.left_at - v.joined_at)::int as seconds, v.pictures`;
const leftNow = sql`greatest(v.joined_at, least(now(), s.ended_at))`;

/** How many pictures a viewer was sent. */
export interface SeenPictures {
  id: number;
  pictures: number;
}

const asRows = (viewers: readonly SeenPictures[]) => sql`unnest(${viewers.map(({ id }) => id)}::bigint[],
  ${viewers.map(({ pictures }) => pictures)}::int[]) as seen (id, pictures)`;

/** Notes that viewers have gone, each once. Plan: primary keys, locked in the order of ids. */
export async function recordGone(db: Database, viewers: readonly SeenPictures[]): Promise<GoneViewer[]> {
  const { rows } = await sql<GoneViewer>`
    with locked as (
      select v.id, seen.pictures, ${leftNow} as left_at from ${asRows(viewers)}
      join live_viewers v on v.id = seen.id and ${isPresent} join live_views s on s.id = v.live_view_id
      order by v.id for update of v
    )
    update live_viewers v set left_at = locked.left_at, pictures = locked.pictures, session_hash = null
    from locked where v.id = locked.id returning ${gone}`.execute(db);
  return rows;
}

/** Stores how many pictures viewers were sent so far, for the case that this server dies. */
export async function recordPictures(db: Database, viewers: readonly SeenPictures[]): Promise<void> {
  await sql`
    update live_viewers v set pictures = seen.pictures from ${asRows(viewers)} where v.id = seen.id and ${isPresent}`.execute(
    db,
  );
}

/** Notes that the viewers of a device have gone which is about to leave: their rows are deleted with it. */
export async function recordAllGone(db: Database, deviceId: number): Promise<GoneViewer[]> {
  const { rows } = await sql<GoneViewer>`
    update live_viewers v set left_at = ${leftNow}, session_hash = null from live_views s
    where v.device_id = ${deviceId} and ${isPresent} and s.id = v.live_view_id returning ${gone}`.execute(db);
  return rows;
}

/** Notes that viewers have gone whose server has died, and deletes passes that were not used. Plan: `live_viewers_present`. */
export async function recordAbandoned(db: Database): Promise<GoneViewer[]> {
  await sql`delete from live_viewers v where v.left_at is null and v.joined_at is null and v.pass_expires_at < now()`.execute(
    db,
  );
  const { rows } = await sql<GoneViewer>`
    with locked as (
      select v.id, ${leftNow} as left_at from live_viewers v join live_views s on s.id = v.live_view_id
      where ${isPresent} and not exists (select from gateway_nodes n where n.id = v.node_id and n.alive_until > now())
      order by v.id for update of v skip locked
    )
    update live_viewers v set left_at = locked.left_at, session_hash = null
    from locked where v.id = locked.id returning ${gone}`.execute(db);
  return rows;
}
