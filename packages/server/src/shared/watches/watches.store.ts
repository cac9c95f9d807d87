import {
  foldedZones,
  inLanguage,
  limits,
  watchKinds,
  type Language,
  type Watch,
  type WatchCursor,
  type WatchKind,
  namesText,
} from '@fairwatch/contract';
import { watchWords } from './watch-words.ts';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../core/database/list-sql.ts';
import type { Database } from '../schema/schema.ts';
import { isActiveCreator } from './creator-sql.ts';
import { includes, isTargetOf } from './target-sql.ts';
import { setterFor, toWatch, watchSources, zoneWords, type FoundWatch, type WatchReader } from './watch-sources.ts';

/** What watches a device by itself: the first ones, and how many more there are. */
export interface WatchesOfDevice {
  deviceId: number;
  watches: Watch[];
  more: number;
}

interface Reading {
  now: Date;
  reader: WatchReader;
  /** In which language each device's watches are read. */
  languageFor(deviceId: number): Language;
}

const { shownToPerson: atMost } = limits.schedule;

type FoundOfDevice = FoundWatch & { deviceId: number; total: number };

/** Finds what watches these devices after a place in the list, at most so many of each, and how many there are in all. */
async function findAfter(
  db: Database,
  deviceIds: readonly number[],
  { kinds, after, most, ...reading }: Reading & { kinds: readonly WatchKind[]; after: WatchCursor; most: number },
): Promise<FoundOfDevice[]> {
  const sources = watchSources(reading);
  // The first one names the columns.
  const wanted: RawBuilder<unknown>[] = ['SCHEDULE' as const, ...kinds.filter((kind) => kind !== 'SCHEDULE')].map(
    (kind) => sources[kind],
  );
  const { rows } = await sql<FoundOfDevice>`
    select shown.* from unnest(${deviceIds}::bigint[]) as concerned (id)
      join devices d on d.id = concerned.id and d.left_at is null cross join lateral (
        select found.*, d.id as "deviceId", (count(*) over ())::int as total
        from (${sql.join(wanted, sql` union all `)}) as found
        where (found.rank, found.id) > (${watchKinds.indexOf(after.kind)}::int, ${after.id}::bigint)
        order by found.rank, found.id limit ${most}) as shown
    order by shown."deviceId", shown.rank, shown.id`.execute(db);
  return rows;
}

const beginning: WatchCursor = { kind: 'SCHEDULE', id: 0 };

/**
 * Finds what watches these devices, in the order of `watchKinds`: what collects or tells something comes first, so that nobody hides it behind many
 * zones. Several zones are one line.
 */
export async function findWatches(
  db: Database,
  deviceIds: readonly number[],
  reading: Reading,
): Promise<WatchesOfDevice[]> {
  const kinds = watchKinds.filter((kind) => kind !== 'ZONE');
  const found = await findAfter(db, deviceIds, { ...reading, kinds, after: beginning, most: atMost });
  const byDevice = Map.groupBy(found, ({ deviceId }) => deviceId);
  const zones = new Map(
    (await findZones(db, deviceIds, reading.reader)).map((ofDevice) => [ofDevice.deviceId, ofDevice]),
  );
  return deviceIds.map((deviceId) => {
    const others = byDevice.get(deviceId) ?? [];
    const ofDevice = zones.get(deviceId);
    const language = reading.languageFor(deviceId);
    const folded = ofDevice === undefined ? [] : [inLanguage(language, () => foldZones(ofDevice))];
    const listed = inLanguage(language, () => others.slice(0, atMost - folded.length).map(toWatch));
    return { deviceId, watches: [...listed, ...folded], more: (others[0]?.total ?? 0) - listed.length };
  });
}

/** Lists what watches a device after a place in the list, one by one. */
export async function listWatches(
  db: Database,
  deviceId: number,
  { after, ...reading }: Reading & { after: WatchCursor | null },
): Promise<{ watches: Watch[]; more: boolean }> {
  const most = atMost + 1;
  const found = await findAfter(db, [deviceId], { ...reading, kinds: watchKinds, after: after ?? beginning, most });
  const watches = inLanguage(reading.languageFor(deviceId), () => found.slice(0, atMost).map(toWatch));
  return { watches, more: found.length > atMost };
}

/** The zones for a device. */
interface ZonesOfDevice {
  deviceId: number;
  count: number;
  /** The newest. */
  id: number;
  names: string[];
  setAt: string;
  /** Who set them. */
  admins: string[];
}

/** A line names so many zones, the newest ones. */
const namedAtMost = 3;

/** Finds how many zones are for each of these devices, with the newest of them. Plan: as the source of zones. */
async function findZones(db: Database, deviceIds: readonly number[], reader: WatchReader): Promise<ZonesOfDevice[]> {
  const { rows } = await sql<ZonesOfDevice>`
    select d.id as "deviceId", count(*)::int as count, (array_agg(w.id order by w.created_at desc, w.id desc))[1] as id,
      (array_agg(w.name order by w.created_at desc, w.id desc))[1:${namedAtMost}::int] as names,
      ${isoTime(sql`max(w.created_at)`)} as "setAt", array_agg(distinct ${setterFor(reader)}) as admins
    from unnest(${deviceIds}::bigint[]) as concerned (id) join devices d on d.id = concerned.id and d.left_at is null
      cross join zones w join users u on u.id = w.created_by
    where ${isActiveCreator} and ${isTargetOf(sql`d.id`)} group by d.id`.execute(db);
  return rows;
}

/** One line for all zones of a device. A single one is listed as it is. */
function foldZones({ count, id, names, setAt, admins }: ZonesOfDevice): Watch {
  const common = { setBy: namesOf(admins, admins.length), setAt, until: null, paused: false, ...zoneWords() };
  const [only = ''] = names;
  if (count === 1) return { kind: 'ZONE', id, name: only, what: watchWords('zone.what', { name: only }), ...common };
  const name = watchWords('zone.name', { count });
  const what = watchWords('zone.whatSeveral', { names: namesOf(names, count) });
  return { kind: foldedZones, id: 0, name, what, ...common, purpose: watchWords('zone.purposeSeveral') };
}

/** The first of some names, and how many more there are. */
function namesOf(names: readonly string[], count: number): string {
  const named = names.slice(0, namedAtMost);
  const others = count - named.length;
  const list = namesText(named);
  return others > 0 ? watchWords('more', { names: list, count: others }) : list;
}

/** Finds which of these devices an admin watches by a schedule, a zone or an alert rule of theirs; all, when they have a weekly report. */
export async function findWatchedBy(db: Database, userId: number, deviceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    select concerned.id as "deviceId" from unnest(${deviceIds}::bigint[]) as concerned (id)
    where exists (
        select from schedule_devices sd join schedules s on s.id = sd.schedule_id
        where s.created_by = ${userId} and sd.device_id = concerned.id)
      or exists (select from zones w where w.created_by = ${userId} and ${includes(sql`concerned.id`)})
      or exists (select from alert_rules w where w.created_by = ${userId} and ${includes(sql`concerned.id`)})
      or exists (select from report_mails where user_id = ${userId})`.execute(db);
  return rows.map(({ deviceId }) => deviceId);
}

/** Ends everything that watches a device, because its person leaves, and deletes what alert rules know of it. What is for others too goes on for them. */
export async function deleteWatches(db: Database, deviceId: number): Promise<void> {
  await sql`delete from schedule_devices where device_id = ${deviceId}`.execute(db);
  await sql`delete from alerts where device_id = ${deviceId}`.execute(db);
  await sql`
    delete from alert_rules w where w.device_id = ${deviceId}
      or w.zone_id in (select id from zones where device_id = ${deviceId})`.execute(db);
  await sql`delete from zones where device_id = ${deviceId}`.execute(db);
  await sql`delete from report_mails where device_id = ${deviceId}`.execute(db);
  await sql`delete from zone_presence where device_id = ${deviceId}`.execute(db);
  await sql`delete from alert_positions where device_id = ${deviceId}`.execute(db);
  await sql`delete from app_changes where device_id = ${deviceId}`.execute(db);
}
