import { deviceStatuses, type DeviceStatus, type MapPosition, type MapPositions } from '@fairwatch/contract';

/** A device on the map. */
export interface ShownPosition {
  deviceId: number;
  latitude: number;
  longitude: number;
  /** Metres. */
  accuracy: number;
  /** Unix time in milliseconds. */
  at: number;
  status: DeviceStatus;
  /** True while a live location runs. */
  live: boolean;
  name: string;
  person: string;
}

/** All that the map shows. */
export interface MapState {
  devices: ReadonlyMap<number, ShownPosition>;
  notShared: number;
  noPosition: number;
  withheld: number;
  cut: boolean;
  /** The server's time of the last answer, from which the next one goes on. */
  asOf: string;
  /** When all positions were read, by this browser's clock. */
  readAt: number;
  /** When the last answer arrived, by this browser's clock. */
  answeredAt: number;
}

/** Builds what the map shows from an answer with all positions. */
export function wholeMap(answer: MapPositions, now: number): MapState {
  return { ...factsOf(answer), devices: new Map(positionsIn(answer)), readAt: now, answeredAt: now };
}

/**
 * Applies an answer with what has changed: positions that arrived, and devices that may not be shown any more. Returns null when a device is
 * shown whose position is not known, as when its person shares it again: then all must be read.
 */
export function mergeAnswer(before: MapState, answer: MapPositions, now: number): MapState | null {
  const arrived = new Map(positionsIn(answer));
  const devices = new Map<number, ShownPosition>();
  let isSame = answer.shown?.length === before.devices.size;
  for (const [deviceId, statusNumber, live] of answer.shown ?? []) {
    const known = before.devices.get(deviceId);
    const position = arrived.get(deviceId) ?? known;
    if (!position) return null;
    const current = withState(position, statusNumber, live);
    const kept = known && isEqual(known, current) ? known : current;
    if (kept !== known) isSame = false;
    devices.set(deviceId, kept);
  }
  // The same object while nothing has changed, so that the map is not drawn again.
  return {
    ...factsOf(answer),
    devices: isSame ? before.devices : devices,
    readAt: before.readAt,
    answeredAt: now,
  };
}

function factsOf({ notShared, noPosition, withheld, cut, asOf }: MapPositions) {
  return { notShared, noPosition, withheld, cut, asOf };
}

function positionsIn({ positions, names, people }: MapPositions): [number, ShownPosition][] {
  return positions.map((position, place) => [
    position[0],
    shownPosition(position, names[place] ?? '', people[place] ?? ''),
  ]);
}

function shownPosition(position: MapPosition, name: string, person: string): ShownPosition {
  const [deviceId, latitude, longitude, accuracy, at, status, live] = position;
  return { deviceId, latitude, longitude, accuracy, at, status: statusOf(status), live: live === 1, name, person };
}

function withState(position: ShownPosition, statusNumber: number, liveNumber: number): ShownPosition {
  const status = statusOf(statusNumber);
  const live = liveNumber === 1;
  return position.status === status && position.live === live ? position : { ...position, status, live };
}

function statusOf(number: number): DeviceStatus {
  return deviceStatuses[number] ?? 'Offline';
}

function isEqual(one: ShownPosition, other: ShownPosition): boolean {
  return (Object.keys(one) as (keyof ShownPosition)[]).every((field) => one[field] === other[field]);
}

/** How old a position is, as the map's colours tell it apart. */
export const ages = ['fresh', 'day', 'old'] as const;
export type Age = (typeof ages)[number];

const minuteMs = 60_000;
const freshMs = 15 * minuteMs;
const dayMs = 24 * 60 * minuteMs;

export function ageOf({ at }: Pick<ShownPosition, 'at'>, now: number): Age {
  if (now - at < freshMs) return 'fresh';
  return now - at < dayMs ? 'day' : 'old';
}
