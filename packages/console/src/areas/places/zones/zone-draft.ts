import { limits, metresBetween, zoneShape, type GroupColour, type Zone, type ZoneShape } from '@fairwatch/contract';
import type { NewZone } from '../../../shared/zone-layers/new-zone.ts';
import { targetDraftOf, targetOfDraft, type TargetDraft } from '../../../shared/watch-targets/target-draft.ts';

/** Longitude first, as the map has it. */
export type Corner = readonly [longitude: number, latitude: number];
export type ShapeKind = ZoneShape['shape'];
export type TypedField = 'latitude' | 'longitude' | 'radius' | 'corners';

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
  /** What was typed since the map changed the shape, right or wrong: it counts, so a draft with a wrong one cannot be saved. */
  typed: Partial<Record<TypedField, string>>;
}

const defaultRadius = 200;

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
    typed: {},
  };
}

/** A new circle as a link asks for it. Without a place it is placed on the map. */
export function draftOfLink({ name = '', at = null, radius = defaultRadius, device = null }: NewZone): ZoneDraft {
  const draft = newDraft('CIRCLE');
  return {
    ...draft,
    name,
    radius,
    target: device === null ? draft.target : { ...draft.target, kind: 'DEVICE', device },
    centre: at === null ? null : rounded([at.longitude, at.latitude]),
    isDrawing: at === null,
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
  | { do: 'place'; at: Corner }
  | { do: 'move'; handle: Handle; at: Corner }
  | { do: 'undo' }
  | { do: 'finish' };

/** What can be dragged: the middle of a circle, its border, or a corner of a polygon by its index. */
export type Handle = 'centre' | 'radius' | number;

/** Applies a step of drawing. What makes no sense in the draft's state changes nothing; what was typed before is replaced by what is drawn. */
export function draw(draft: ZoneDraft, step: DrawStep): ZoneDraft {
  const next = applyStep(draft, step);
  return next === draft ? draft : { ...next, typed: {} };
}

function applyStep(draft: ZoneDraft, step: DrawStep): ZoneDraft {
  const { shape, centre, corners, isDrawing } = draft;
  switch (step.do) {
    case 'place':
      if (!isDrawing) return draft;
      // A circle is there after one click; its middle and border are dragged from then on.
      if (shape === 'CIRCLE') {
        return { ...draft, centre: rounded(step.at), isDrawing: false };
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

const bounds = {
  latitude: [-90, 90],
  longitude: [-180, 180],
  radius: [limits.zone.minRadius, limits.zone.maxRadius],
} as const;
export type NumberField = keyof typeof bounds;

/** The least and the most that can be typed into a field. */
export function boundsOf(field: NumberField): readonly [min: number, max: number] {
  return bounds[field];
}

/** Reads a number that was typed, with a comma or a point; null when it is none or out of its bounds. */
export function parseNumber(field: NumberField, text: string): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
  const [min, max] = bounds[field];
  return number >= min && number <= max ? number : null;
}

/** What a field shows: what was typed, or the shape as it is drawn. */
export function textOf({ typed, centre, radius, corners }: ZoneDraft, field: TypedField): string {
  const text = typed[field];
  if (text !== undefined) return text;
  if (field === 'corners') return cornersText(corners);
  if (field === 'radius') return String(radius);
  return centre === null ? '' : String(place(centre)[field]);
}

/** Types into a field of a circle or the corners of a polygon. The shape changes only once all that it needs is right. */
export function typeInto(draft: ZoneDraft, field: TypedField, text: string): ZoneDraft {
  const next = { ...draft, typed: { ...draft.typed, [field]: text } };
  if (field === 'corners') {
    const parsed = parseCorners(text);
    return 'corners' in parsed ? { ...next, corners: parsed.corners } : next;
  }
  const number = parseNumber(field, text);
  if (field === 'radius') return { ...next, radius: number ?? draft.radius };
  const latitude = parseNumber('latitude', textOf(next, 'latitude'));
  const longitude = parseNumber('longitude', textOf(next, 'longitude'));
  if (latitude === null || longitude === null) return next;
  return { ...next, centre: [longitude, latitude], isDrawing: false };
}

/** True while something is typed that is not what its field asks for. */
export function hasWrongText({ shape, typed }: ZoneDraft): boolean {
  if (shape === 'POLYGON') return typed.corners !== undefined && 'badLine' in parseCorners(typed.corners);
  return (Object.keys(bounds) as NumberField[]).some((field) => {
    const text = typed[field];
    return text !== undefined && parseNumber(field, text) === null;
  });
}

/** The area of a draft, or what is wrong with it. Nothing is wrong with what is still being drawn, but it is no area either. */
export function areaOf(draft: ZoneDraft): { area: ZoneShape | null; problem: string | null } {
  const { shape, centre, radius, corners } = draft;
  if (hasWrongText(draft)) return { area: null, problem: null };
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
