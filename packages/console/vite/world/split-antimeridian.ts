type Ring = GeoJSON.Position[];

/**
 * Cuts polygons at the antimeridian. The source of our outlines has joined what lies on both sides of it: Russia, Fiji
 * and Antarctica jump from 180° east to 180° west, and a flat map would draw that jump as a band across the world.
 */
export function splitAtAntimeridian(polygons: readonly Ring[][]): Ring[][] {
  return polygons.flatMap(splitPolygon);
}

function splitPolygon(rings: Ring[]): Ring[][] {
  const [outer = [], ...holes] = rings.filter((ring) => !isPole(ring));
  const ring = unwrap(outer);
  const [west, east] = extentOf(ring);
  // A hole is unwrapped from its own first corner, so it may have come out one turn beside its polygon.
  const inner = holes.map((hole) => {
    const unwrapped = unwrap(hole);
    const [holeWest] = extentOf(unwrapped);
    return shift(unwrapped, holeWest < west ? 360 : holeWest > east ? -360 : 0);
  });
  const parts: Ring[][] = [];
  for (let turn = Math.floor((west + 180) / 360); turn * 360 - 180 < east; turn += 1) {
    const cut = (each: Ring) => shift(clip(each, turn * 360 - 180, turn * 360 + 180), turn * -360);
    const part = cut(ring);
    if (isArea(part)) parts.push([part, ...inner.map(cut).filter(isArea)]);
  }
  return parts;
}

/** At 1:50m, Antarctica is what lies between its coast and a ring of points that are all the South Pole. */
function isPole(ring: Ring): boolean {
  return ring.every(([, y = 0]) => Math.abs(y) > 89.9);
}

/** The same ring with longitudes that go on past 180° instead of jumping. One that goes around a pole is closed there. */
function unwrap(ring: Ring): Ring {
  let [before, turns] = [ring[0]?.[0] ?? 0, 0];
  const unwrapped = ring.map(([x = 0, y = 0]): GeoJSON.Position => {
    if (x - before > 180) turns -= 360;
    else if (x - before < -180) turns += 360;
    before = x;
    return [x + turns, y];
  });
  const [[firstX = 0, firstY = 0] = [], [lastX = 0, lastY = 0] = []] = [unwrapped[0], unwrapped.at(-1)];
  if (Math.abs(lastX - firstX) < 180) return unwrapped;
  const pole = lastY < 0 ? -90 : 90;
  return [...unwrapped, [lastX, pole], [firstX, pole], [firstX, firstY]];
}

/** What of a ring lies between two meridians (Sutherland and Hodgman, one side after the other). */
function clip(ring: Ring, west: number, east: number): Ring {
  const [from, to] = extentOf(ring);
  if (from >= west && to <= east) return ring;
  return clipSide(
    clipSide(ring, west, (x) => x >= west),
    east,
    (x) => x <= east,
  );
}

function clipSide(ring: Ring, edge: number, isInside: (x: number) => boolean): Ring {
  const kept: Ring = [];
  for (const [place, corner] of ring.entries()) {
    const [x = 0, y = 0] = corner;
    const [beforeX = 0, beforeY = 0] = ring[place - 1] ?? ring.at(-1) ?? [];
    if (isInside(x) !== isInside(beforeX)) {
      kept.push([edge, beforeY + ((y - beforeY) * (edge - beforeX)) / (x - beforeX)]);
    }
    if (isInside(x)) kept.push(corner);
  }
  const [first] = kept;
  const closed = first === undefined ? kept : [...kept, first];
  return closed.filter(([x, y], place) => x !== closed[place - 1]?.[0] || y !== closed[place - 1]?.[1]);
}

function shift(ring: Ring, degrees: number): Ring {
  return degrees === 0 ? ring : ring.map(([x = 0, y = 0]) => [x + degrees, y]);
}

function extentOf(ring: Ring): [west: number, east: number] {
  let [west, east] = [Infinity, -Infinity];
  for (const [x = 0] of ring) {
    west = Math.min(west, x);
    east = Math.max(east, x);
  }
  return [west, east];
}

/** A ring that only touches a meridian leaves a line there. */
function isArea(ring: Ring): boolean {
  const [west, east] = extentOf(ring);
  return ring.length > 3 && east - west > 1e-9;
}
