import { limits, periodWords, weekReport, type ReportRow, type Week, type WatchTarget } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { createMovementMeter, type AppliedZone } from '../movements/movement.ts';
import type { PackedPoints } from '../movements/packed-points.ts';
import { createStayFinder } from '../movements/stays.ts';
import { readZonedTracks } from '../movements/zoned-tracks.ts';
import type { Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import { countTargeted, findReadableDevices, findTargetName, type ReadableDevice } from './report-devices.store.ts';

interface Report {
  rows: ReportRow[];
  without: number;
}

type ReportServices = Pick<Services, 'db'>;
type ReportWeek = Pick<Week, 'from' | 'to'>;

/** Throws unless this admin sees the group or the device of a target. Returns its name; null for all devices. */
export async function requireTarget(db: Services['db'], scope: Scope, target: WatchTarget): Promise<string | null> {
  const name = await findTargetName(db, scope, target);
  if (name !== undefined) return name;
  throw new AppError(target.for === 'GROUP' ? 'group_not_found' : 'device_not_found');
}

/**
 * Computes the report of a week: one row for each device of the target that the admin may read now and that has positions in the week. The
 * points are streamed, so the memory depends neither on the number of devices nor on how much they moved. The caller logs what it shows.
 */
export async function computeReport(
  services: ReportServices,
  scope: Scope,
  target: WatchTarget,
  week: ReportWeek,
): Promise<Report> {
  const { db } = services;
  const most = limits.report.devices;
  const sharing = await findReadableDevices(db, scope, { target, most: most + 1 });
  if (sharing.length > most) throw new AppError('report_too_large', { count: most });
  const measured = await measureDevices(services, scope, sharing, week);
  // Computing takes a while, and who withdraws or pauses meanwhile is not in the report.
  const still = await findReadableDevices(db, scope, { target, only: [...measured.keys()], most });
  const rows = still.flatMap(({ id, name }) => {
    const row = measured.get(id);
    return row === undefined ? [] : [{ ...row, device: name }];
  });
  return { rows, without: Math.max(0, (await countTargeted(db, scope, target)) - rows.length) };
}

type MeasuredRow = Omit<ReportRow, 'device'>;

/** Parts of a report that are read at the same time, each over a connection: PostgreSQL reads for one while the other is measured here. */
const partsAtOnce = 2;

async function measureDevices(
  { db }: ReportServices,
  scope: Scope,
  devices: readonly ReadableDevice[],
  week: ReportWeek,
): Promise<Map<number, MeasuredRow>> {
  const size = Math.max(1, Math.ceil(devices.length / partsAtOnce));
  const parts = Array.from({ length: Math.ceil(devices.length / size) }, (_, part) =>
    devices.slice(part * size, (part + 1) * size).map(({ id }) => id),
  );
  const measured = await Promise.all(parts.map((ids) => measurePart(db, scope, ids, week)));
  return new Map(measured.flatMap((rows) => Array.from(rows)));
}

async function measurePart(
  db: Services['db'],
  scope: Scope,
  ids: readonly number[],
  week: ReportWeek,
): Promise<Map<number, MeasuredRow>> {
  const rows = new Map<number, MeasuredRow>();
  const meters = new Map<number, RowMeter>();
  for await (const parts of readZonedTracks(db, scope, ids, week)) {
    for (const { deviceId, isLast, points, zones } of parts) {
      const meter = meters.get(deviceId) ?? createRowMeter(week);
      meter.add(points, zones);
      meters.set(deviceId, meter);
      if (!isLast) continue;
      rows.set(deviceId, { deviceId, ...meter.finish() });
      meters.delete(deviceId);
    }
  }
  return rows;
}

type RowMeter = ReturnType<typeof createRowMeter>;

function createRowMeter({ from, to }: ReportWeek) {
  const movement = createMovementMeter([], [from.getTime(), to.getTime()]);
  let stops = 0;
  const stays = createStayFinder(() => {
    stops += 1;
  });
  return {
    add(points: PackedPoints, zones: readonly AppliedZone[]) {
      movement.setZones(zones);
      for (let index = 0; index < points.length; index += 1) {
        const point = points.at(index);
        movement.add(point);
        stays.add(point);
      }
    },
    finish() {
      stays.finish();
      const [measured = { points: 0, metres: 0, zones: [] }] = movement.results();
      return { ...measured, stops };
    },
  };
}

/** Who reads a report, for the logs of the devices in it. */
export interface ReportReader {
  userId: number;
  username: string;
}

/** Names the week of a report in a time zone: "from Monday 9 November to Sunday 15 November". */
export function weekWords({ from, to }: Pick<Week, 'from' | 'to'>, zone: string): string {
  return periodWords(from.toISOString(), to.toISOString(), [zone]);
}

/** A week in the details of a log's entry. */
export function weekDetails(week: Pick<Week, 'from' | 'to'>, zone: string) {
  return {
    object: weekWords(week, zone),
    since: week.from.toISOString(),
    until: week.to.toISOString(),
    zones: [zone],
  };
}

/** Which week it was, in words and as facts, and how it was read. */
type WeekDetails = ReturnType<typeof weekDetails> & { how: 'SEEN' | 'EXPORT'; mailed?: 'yes' };

/** The entries for the logs of the devices in a report. */
export function reportEntries({ userId, username }: ReportReader, deviceIds: readonly number[], details: WeekDetails) {
  return deviceIds.map((deviceId) => ({
    deviceId,
    actorId: userId,
    actorName: username,
    action: 'READ' as const,
    subject: weekReport.path,
    capability: 'LOCATION' as const,
    details,
  }));
}
