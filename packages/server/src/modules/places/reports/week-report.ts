import { limits, weekReport, type ReportRow, type Week, type WatchTarget } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { findAppliedZones } from '../movements/applied-zones.store.ts';
import { createMovementMeter, type AppliedZone } from '../movements/movement.ts';
import { readPointsOf, type DevicePoint } from '../movements/points.store.ts';
import { createStayFinder } from '../movements/stays.ts';
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

async function measureDevices(
  { db }: ReportServices,
  scope: Scope,
  devices: readonly ReadableDevice[],
  week: ReportWeek,
): Promise<Map<number, MeasuredRow>> {
  const rows = new Map<number, MeasuredRow>();
  const ids = devices.map(({ id }) => id);
  let meter: ReturnType<typeof createRowMeter> | null = null;
  let batch: readonly number[] = [];
  let zones: ReadonlyMap<number, AppliedZone[]> = new Map();
  const close = () => {
    if (meter !== null) rows.set(meter.deviceId, meter.finish());
    meter = null;
  };
  for await (const page of readPointsOf(db, scope, ids, week)) {
    if (page.deviceIds !== batch) {
      batch = page.deviceIds;
      zones = await findAppliedZones(db, scope, batch, week);
    }
    for (const point of page.points) {
      if (meter?.deviceId !== point.deviceId) {
        close();
        meter = createRowMeter(point.deviceId, zones.get(point.deviceId) ?? [], week);
      }
      meter.add(point);
    }
  }
  close();
  return rows;
}

function createRowMeter(deviceId: number, zones: readonly AppliedZone[], { from, to }: ReportWeek) {
  const movement = createMovementMeter(zones, [from.getTime(), to.getTime()]);
  let stops = 0;
  const stays = createStayFinder(() => {
    stops += 1;
  });
  return {
    deviceId,
    add(point: DevicePoint) {
      movement.add(point);
      stays.add(point);
    },
    finish(): MeasuredRow {
      stays.finish();
      const [measured = { points: 0, metres: 0, zones: [] }] = movement.results();
      return { deviceId, ...measured, stops };
    },
  };
}

/** Who reads a report, for the logs of the devices in it. */
export interface ReportReader {
  userId: number;
  username: string;
}

/** The entries for the logs of the devices in a report. `object` names the week. */
export function reportEntries(
  { userId, username }: ReportReader,
  deviceIds: readonly number[],
  details: { object: string; how: 'SEEN' | 'EXPORT'; mailed?: 'yes' },
) {
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
