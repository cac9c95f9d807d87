import { limits, mapArea, type MapArea } from '@fairwatch/contract';

export const sides = ['north', 'south', 'west', 'east'] as const;
export type Side = (typeof sides)[number];

/** The area as it is typed. It follows the map. */
export type AreaDraft = Readonly<Record<Side, string>>;

export const emptyArea: AreaDraft = { north: '', south: '', west: '', east: '' };

/** Four decimals are about ten metres. */
const decimals = 4;

export function boundOf(side: Side): number {
  return side === 'north' || side === 'south' ? limits.mapData.maxLatitude : 180;
}

export function draftOfArea(area: MapArea): AreaDraft {
  const text = (side: Side) => {
    const bound = boundOf(side);
    return String(Number(Math.min(Math.max(area[side], -bound), bound).toFixed(decimals)));
  };
  return { north: text('north'), south: text('south'), west: text('west'), east: text('east') };
}

/** The number that was typed, with a point or a comma; null when it is none or out of bounds. */
export function degreesOf(draft: AreaDraft, side: Side): number | null {
  const text = draft[side].trim().replace(',', '.');
  const value = text === '' ? NaN : Number(text);
  return Math.abs(value) <= boundOf(side) ? value : null;
}

/** The area; null while it is not complete or not in order. */
export function areaOfDraft(draft: AreaDraft): MapArea | null {
  const [north, south, west, east] = sides.map((side) => degreesOf(draft, side));
  return mapArea.safeParse({ north, south, west, east }).data ?? null;
}

/** What is wrong with two sides that are both numbers. */
export function disorderOf(draft: AreaDraft): 'above' | 'right' | null {
  const [north, south, west, east] = sides.map((side) => degreesOf(draft, side));
  if (typeof north === 'number' && typeof south === 'number' && north <= south) return 'above';
  if (typeof west === 'number' && typeof east === 'number' && east <= west) return 'right';
  return null;
}

interface Corner {
  lng: number;
  lat: number;
}

/** The area between two corners, which may lie on a copy of the world; null when nothing of the world is between them. */
export function areaBetween(one: Corner, other: Corner): MapArea | null {
  const { maxLatitude } = limits.mapData;
  const turns = Math.round(one.lng / 360) * 360;
  const [x, otherX] = [one, other].map(({ lng }) => clamp(lng - turns, -180, 180)) as [number, number];
  const [y, otherY] = [one, other].map(({ lat }) => clamp(lat, -maxLatitude, maxLatitude)) as [number, number];
  const area = {
    west: Math.min(x, otherX),
    east: Math.max(x, otherX),
    south: Math.min(y, otherY),
    north: Math.max(y, otherY),
  };
  return mapArea.safeParse(area).data ?? null;
}

const kilometresPerDegree = 111.2;

/** The width of an area at its middle, and its height, in kilometres. */
export function kilometresOf({ west, east, south, north }: MapArea): { width: number; height: number } {
  const middle = ((south + north) / 2) * (Math.PI / 180);
  return {
    width: (east - west) * kilometresPerDegree * Math.cos(middle),
    height: (north - south) * kilometresPerDegree,
  };
}

/** The area after one of its corners, or its middle, was dragged to a place. A corner that passes another one takes its place. */
export function draggedArea(
  area: MapArea,
  handle: AreaHandle,
  [longitude, latitude]: readonly [number, number],
): MapArea {
  const { maxLatitude } = limits.mapData;
  if (handle === 'middle') {
    const [width, height] = [area.east - area.west, area.north - area.south];
    const west = clamp(longitude - width / 2, -180, 180 - width);
    const south = clamp(latitude - height / 2, -maxLatitude, maxLatitude - height);
    return { west, south, east: west + width, north: south + height };
  }
  const x = clamp(longitude, -180, 180);
  const y = clamp(latitude, -maxLatitude, maxLatitude);
  const fixedX = handle.endsWith('west') ? area.east : area.west;
  const fixedY = handle.startsWith('north') ? area.south : area.north;
  return {
    west: Math.min(x, fixedX),
    east: Math.max(x, fixedX),
    south: Math.min(y, fixedY),
    north: Math.max(y, fixedY),
  };
}

export const areaHandles = ['north-west', 'north-east', 'south-west', 'south-east', 'middle'] as const;
export type AreaHandle = (typeof areaHandles)[number];

export function placeOfHandle(area: MapArea, handle: AreaHandle): [number, number] {
  if (handle === 'middle') return [(area.west + area.east) / 2, (area.south + area.north) / 2];
  return [handle.endsWith('west') ? area.west : area.east, handle.startsWith('north') ? area.north : area.south];
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
