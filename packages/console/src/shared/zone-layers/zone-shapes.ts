import type { Zone, ZoneShape } from '@fairwatch/contract';

const circleCorners = 64;
const metresPerDegree = 111_195;

/** The ring of a zone as GeoJSON has it: it ends where it begins. A circle becomes a polygon with many corners. */
export function ringOf(area: ZoneShape): GeoJSON.Position[] {
  if (area.shape === 'POLYGON') return [...area.corners, ...area.corners.slice(0, 1)];
  const { latitude, longitude, radius } = area;
  const north = radius / metresPerDegree;
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  return Array.from({ length: circleCorners + 1 }, (_, corner) => {
    const angle = ((corner % circleCorners) / circleCorners) * 2 * Math.PI;
    return [longitude + east * Math.cos(angle), latitude + north * Math.sin(angle)];
  });
}

/** A zone as the map draws it. */
export type DrawnZone = Pick<Zone, 'id' | 'name' | 'colour' | 'area'>;

/** The area of a zone, and the place of its name. */
export function zoneFeatures({ id, name, colour, area }: DrawnZone): GeoJSON.Feature[] {
  const properties = { zoneId: id, name, colour };
  return [
    { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ringOf(area)] }, properties },
    { type: 'Feature', geometry: { type: 'Point', coordinates: middleOf(area) }, properties },
  ];
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The middle of a circle, and the mean of the corners of a polygon. */
function middleOf(area: ZoneShape): [number, number] {
  if (area.shape === 'CIRCLE') return [area.longitude, area.latitude];
  return [mean(area.corners.map(([longitude]) => longitude)), mean(area.corners.map(([, latitude]) => latitude))];
}
