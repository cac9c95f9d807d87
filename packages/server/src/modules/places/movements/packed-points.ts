import type { TimedPlace } from './movement.ts';

/** Points of a track as PostgreSQL packs them. */
export interface PackedPoints {
  length: number;
  /**
   * Decodes a point. Whoever goes through a page decodes each point as it is used: objects for a whole page live long enough that the garbage
   * collector copies them, which took a fifth of the time of a report.
   */
  at(index: number): TimedPlace;
  /** When the last point was, in microseconds since 1970. */
  lastMicros(): number;
}

/** Longitude, latitude, accuracy and time, with eight bytes each. */
const pointBytes = 32;

/** Reads points in base64. */
export function unpackPoints(packed: string): PackedPoints {
  const { buffer, byteOffset, byteLength } = Buffer.from(packed, 'base64');
  const view = new DataView(buffer, byteOffset, byteLength);
  return {
    length: byteLength / pointBytes,
    at(index) {
      const start = index * pointBytes;
      return {
        at: microsAt(view, start + 24) / 1000,
        latitude: view.getFloat64(start + 8),
        longitude: view.getFloat64(start),
        accuracy: view.getFloat64(start + 16),
      };
    },
    lastMicros: () => microsAt(view, byteLength - 8),
  };
}

/** PostgreSQL counts from the year 2000. */
const epochMicros = Date.UTC(2000, 0, 1) * 1000;

/** Microseconds since 1970, which a JavaScript number holds exactly. */
function microsAt(view: DataView, start: number): number {
  return view.getInt32(start) * 2 ** 32 + view.getUint32(start + 4) + epochMicros;
}
