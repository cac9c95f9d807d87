import { findBox, readBox, readBoxes, type Box } from './boxes.ts';
import type { ByteSource } from './byte-source.ts';

export interface FilmFacts {
  width: number;
  height: number;
  durationMs: number | null;
  takenAt: Date | null;
}

/** Seconds from 1904, from which these files count, to 1970. */
const epochSeconds = 2_082_844_800;

/** Reads the head of an MP4, MOV or 3GP film, which phones write at its end. Throws a RangeError when it is truncated. */
export async function readFilm(source: ByteSource): Promise<FilmFacts> {
  const film = await findBox(source, ['moov']);
  if (!film) return { width: 0, height: 0, durationMs: null, takenAt: null };
  const header = await findBox(source, ['mvhd'], film);
  const times = header ? readTimes(await readBox(source, header, 32)) : { durationMs: null, takenAt: null };
  let size = { width: 0, height: 0 };
  for (const track of (await readBoxes(source, film.start, film.end)).filter(({ type }) => type === 'trak')) {
    const found = await trackSize(source, track);
    // A track of sound has no size.
    if (found.width * found.height > size.width * size.height) size = found;
  }
  return { ...size, ...times };
}

function readTimes(view: DataView): Pick<FilmFacts, 'durationMs' | 'takenAt'> {
  const isLong = view.getUint8(0) === 1;
  const created = isLong ? Number(view.getBigUint64(4)) : view.getUint32(4);
  const unitsPerSecond = view.getUint32(isLong ? 20 : 12);
  const duration = isLong ? Number(view.getBigUint64(24)) : view.getUint32(16);
  const takenAt = new Date((created - epochSeconds) * 1000);
  return {
    durationMs: unitsPerSecond === 0 ? null : Math.round((duration / unitsPerSecond) * 1000),
    // Cameras without a clock write 0, and some write their time since 1970.
    takenAt: created > epochSeconds && !Number.isNaN(takenAt.getTime()) ? takenAt : null,
  };
}

async function trackSize(source: ByteSource, track: Box): Promise<{ width: number; height: number }> {
  const header = await findBox(source, ['tkhd'], track);
  if (!header) return { width: 0, height: 0 };
  const view = await readBox(source, header, 96);
  const matrix = view.getUint8(0) === 1 ? 52 : 40;
  // Fixed point: 16 bits before the point, 16 after it.
  const [width, height] = [view.getUint16(matrix + 36), view.getUint16(matrix + 40)];
  // The matrix of a film that was taken upright turns it by 90 degrees: its first number is 0.
  const isTurned = view.getInt32(matrix) === 0 && view.getInt32(matrix + 4) !== 0;
  return isTurned ? { width: height, height: width } : { width, height };
}
