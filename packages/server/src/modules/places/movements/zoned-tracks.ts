import type { Box, Place } from '@fairwatch/contract';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';
import { findAppliedZones } from './applied-zones.store.ts';
import type { AppliedZone } from './movement.ts';
import { readPointsOf, type Period, type TrackPart } from './points.store.ts';

/** Consecutive points of a device, and the zones near them and near all points before. */
export interface ZonedPart extends TrackPart {
  zones: readonly AppliedZone[];
}

/**
 * Reads the points of these devices in a period, with the zones that this admin sees. While a page is used the next one is read, so at most two
 * are in memory.
 */
export async function* readZonedTracks(
  db: Database,
  scope: Scope,
  deviceIds: readonly number[],
  period: Period,
): AsyncGenerator<ZonedPart[]> {
  const pages = addZones(db, scope, readPointsOf(db, scope, deviceIds, period));
  let next = pages.next();
  for (;;) {
    const { done, value } = await next;
    if (done) return;
    next = pages.next();
    // Whoever asks for the next page gets its error.
    next.catch(() => {});
    yield value;
  }
}

async function* addZones(
  db: Database,
  scope: Scope,
  pages: AsyncIterable<TrackPart[]>,
): AsyncGenerator<ZonedPart[], undefined> {
  const boxes = new Map<number, Box>();
  for await (const parts of pages) {
    for (const { deviceId, points } of parts) boxes.set(deviceId, boxAround(points, boxes.get(deviceId)));
    const zones = await findAppliedZones(
      db,
      scope,
      Array.from(boxes, ([deviceId, box]) => ({ deviceId, ...box })),
    );
    for (const { deviceId, isLast } of parts) if (isLast) boxes.delete(deviceId);
    yield parts.map((part) => Object.assign(part, { zones: zones.get(part.deviceId) ?? [] }));
  }
}

const nowhere: Box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };

/** The smallest box around these points and another box. */
export function boxAround(
  points: { length: number; at(index: number): Place | undefined },
  { west, east, south, north } = nowhere,
): Box {
  for (let index = 0; index < points.length; index += 1) {
    const place = points.at(index);
    if (place === undefined) break;
    const { latitude, longitude } = place;
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
  }
  return { west, east, south, north };
}
