import type { Corner } from './city.ts';

const metresPerDegree = 111_320;

/** A route along corners that can be asked for the place after so many metres. */
export interface Way {
  metres: number;
  /** The place there, with the street of the nearest corner. */
  at(metres: number): Corner;
}

export function wayAlong(corners: readonly Corner[]): Way {
  const legs = corners.slice(1).map((to, place) => {
    const from = corners[place] ?? to;
    return { from, to, metres: metresBetween(from, to) };
  });
  return {
    metres: legs.reduce((sum, leg) => sum + leg.metres, 0),
    at(metres) {
      let left = metres;
      for (const leg of legs) {
        if (left <= leg.metres) return between(leg.from, leg.to, leg.metres === 0 ? 0 : left / leg.metres);
        left -= leg.metres;
      }
      const end = corners.at(-1);
      if (!end) throw new Error('A way has corners.');
      return end;
    },
  };
}

function between(from: Corner, to: Corner, share: number): Corner {
  const latitude = from[0] + (to[0] - from[0]) * share;
  const longitude = from[1] + (to[1] - from[1]) * share;
  return [latitude, longitude, share < 0.5 ? from[2] : to[2]];
}

export function metresBetween([latitude, longitude]: Corner, other: Corner): number {
  const east = (other[1] - longitude) * Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(east, other[0] - latitude) * metresPerDegree;
}

/** A corner moved by so many metres. */
export function shifted([latitude, longitude, street]: Corner, north: number, east: number): Corner {
  return [
    latitude + north / metresPerDegree,
    longitude + east / (metresPerDegree * Math.cos((latitude * Math.PI) / 180)),
    street,
  ];
}
