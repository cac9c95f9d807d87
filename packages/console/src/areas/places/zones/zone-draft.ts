import { limits, metresBetween, zoneShape, type GroupColour, type Zone, type ZoneShape } from '@fairwatch/contract';
import { targetDraftOf, targetOfDraft, type TargetDraft } from '../../../shared/watch-targets/target-draft.ts';

/** Longitude first, as the map has it. */
export type Corner = readonly [longitude: number, latitude: number];
export type ShapeKind = ZoneShape['shape'];

/** A zone as its form and the map edit it. */
export interface ZoneDraft {
  /** Null for a new zone. */
  zoneId: number | null;
  name: string;
  colour: GroupColour;
  target: TargetDraft;
  shape: ShapeKind;
  /** The middle of a circle; null until it is placed. */
  centre: Corner | null;
  /** In metres. */
  radius: number;
  corners: readonly Corner[];
  /** True until the polygon is finished: a click on the map adds a corner. */
  isDrawing: boolean;
  /** True when the first press on the map must not choose the radius by how far the map is zoomed in. */
  keepsRadius: boolean;
}

const defaultRadius = 200;

/** What a new circle can start with. */
type CircleStart = Partial<Pick<ZoneDraft, 'name' | 'radius' | 'centre'>>;

export function newDraft(shape: ShapeKind): ZoneDraft {
  return {
    zoneId: null,
    name: '',
    colour: 'blue',
    target: targetDraftOf(null),
    shape,
    centre: null,
    radius: defaultRadius,
    corners: [],
    isDrawing: true,
    keepsRadius: false,
  };
}

/** A circle with a name and a radius, or around a place. Until it has a place, the first press on the map sets it, and keeps the radius. */
export function startedCircle(start: CircleStart): ZoneDraft {
  return {
    ...newDraft('CIRCLE'),
    ...start,
    isDrawing: (start.centre ?? null) === null,
    keepsRadius: start.radius !== undefined,
  };
}

export function draftOf(zone: Zone): ZoneDraft {
  const { id: zoneId, name, colour, area } = zone;
  const fields = { ...newDraft(area.shape), zoneId, name, colour, target: targetDraftOf(zone), isDrawing: false };
  if (area.shape === 'POLYGON') return { ...fields, corners: area.corners };
  return { ...fields, centre: [area.longitude, area.latitude], radius: area.radius };
}

/** What the admin does on the map, or with the buttons that do the same. */
export type DrawStep =
  | { do: 'place'; at: Corner; radius: number }
  | { do: 'move'; handle: Handle; at: Corner }
  | { do: 'undo' }
  | { do: 'finish' };

/** What can be dragged: the middle of a circle, its border, or a corner of a polygon by its index. */
export type Handle = 'centre' | 'radius' | number;

/** Applies a step of drawing. What makes no sense in the draft's state changes nothing. */
export function draw(draft: ZoneDraft, step: DrawStep): ZoneDraft {
  const { shape, centre, corners, isDrawing } = draft;
  switch (step.do) {
    case 'place':
      if (!isDrawing) return draft;
      // A circle is there after one click; its middle and border are dragged from then on.
      if (shape === 'CIRCLE') {
        const radius = draft.keepsRadius ? draft.radius : clampRadius(step.radius);
        return { ...draft, centre: rounded(step.at), radius, isDrawing: false };
      }
      if (corners.length >= limits.zone.maxCorners) return draft;
      return { ...draft, corners: [...corners, rounded(step.at)] };
    case 'move':
      if (step.handle === 'centre') return { ...draft, centre: rounded(step.at) };
      if (step.handle === 'radius') {
        return centre === null
          ? draft
          : { ...draft, radius: clampRadius(metresBetween(place(centre), place(step.at))) };
      }
      return { ...draft, corners: corners.with(step.handle, rounded(step.at)) };
    case 'undo':
      return isDrawing ? { ...draft, corners: corners.slice(0, -1) } : draft;
    case 'finish':
      return shape === 'POLYGON' && corners.length >= 3 ? { ...draft, isDrawing: false } : draft;
  }
}

const place = ([longitude, latitude]: Corner) => ({ latitude, longitude });

/** Six digits are about 10 cm; more would only look exact. */
const rounded = ([longitude, latitude]: Corner): Corner => [Number(longitude.toFixed(6)), Number(latitude.toFixed(6))];

function clampRadius(metres: number): number {
  const { minRadius, maxRadius } = limits.zone;
  return Math.round(Math.min(maxRadius, Math.max(minRadius, metres)));
}

/** The area of a draft, or what is wrong with it. Nothing is wrong with what is still being drawn, but it is no area either. */
export function areaOf(draft: ZoneDraft): { area: ZoneShape | null; problem: string | null } {
  const { shape, centre, radius, corners } = draft;
  if (shape === 'CIRCLE' ? centre === null : corners.length < 3) return { area: null, problem: null };
  const area = shape === 'CIRCLE' && centre ? { shape, ...place(centre), radius } : { shape, corners };
  const checked = zoneShape.safeParse(area);
  if (checked.success) return { area: checked.data, problem: null };
  return { area: null, problem: checked.error.issues[0]?.message ?? '' };
}

/** What is sent to save a draft; null while something is missing. */
export function zoneInput(draft: ZoneDraft) {
  const name = draft.name.trim();
  const { area } = areaOf(draft);
  const target = targetOfDraft(draft.target);
  if (name === '' || area === null || target === null) return null;
  return { name, colour: draft.colour, area, target };
}

/** Writes corners as lines of latitude and longitude, the order in which people write them. */
export function cornersText(corners: readonly Corner[]): string {
  return corners.map(([longitude, latitude]) => `${latitude}, ${longitude}`).join('\n');
}

/** Reads such lines. Returns the number of the first line that is not one, from 1. */
export function parseCorners(text: string): { corners: Corner[] } | { badLine: number } {
  const corners: Corner[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parts = line.trim().split(/\s*[,;\s]\s*/);
    const [latitude = Number.NaN, longitude = Number.NaN] = parts.map(Number);
    const isPlace = parts.length === 2 && !parts.includes('') && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    if (!isPlace) return { badLine: index + 1 };
    corners.push([longitude, latitude]);
  }
  return { corners };
}
