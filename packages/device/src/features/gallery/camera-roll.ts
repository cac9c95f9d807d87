import type { MediaKind } from '@fairwatch/contract';
import { seededRandom, type Random } from '../../fake/random.ts';
import type { SceneName, View } from '../../fake/media/drawings.ts';

/** A photo or video that a simulated phone has: all that is needed to draw it again. */
export interface Shot {
  key: string;
  kind: MediaKind;
  fileName: string;
  album: Album;
  view: View;
  /** Null for photos. */
  seconds: number | null;
  /** Bytes of the original: it is drawn to exactly this size. */
  size: number;
  takenAt: Date;
}

type Album = 'Camera' | 'Screenshots' | 'Shared';

const dayMs = 86_400_000;
const daysKept = 730;
const mostShots = 200;

const everyday: readonly SceneName[] = ['cat', 'dog', 'food', 'flowers', 'bicycle', 'city', 'forest', 'portrait'];
const received: readonly SceneName[] = ['cat', 'dog', 'receipt', 'food', 'portrait', 'cake', 'flowers', 'mountains'];

/** The theme of a day: how many shots were taken, and of what. */
interface Occasion {
  shots: number;
  scenes: readonly SceneName[];
}

/**
 * The shots of the last two years, newest first. Each day's come from its date alone: a phone that starts again has the
 * same ones, and every day the oldest go and new ones come.
 */
export function cameraRoll(seed: string, now: Date): Shot[] {
  const life = lifeOf(seed);
  const today = Math.floor(now.getTime() / dayMs);
  const shots: Shot[] = [];
  for (let day = today; day > today - daysKept && shots.length < mostShots; day -= 1) {
    const { shots: count, scenes } = life(new Date(day * dayMs));
    const random = seededRandom(`${seed}/${day}`);
    const ofDay = Array.from({ length: count }, (_, place) => {
      const takenAt = new Date(day * dayMs + random.int(8 * 3600, 21 * 3600) * 1000);
      return shotAt(`${seed}/${day}/${place}`, `shot-${day}-${place}`, takenAt, scenes);
    });
    shots.push(...ofDay.filter(({ takenAt }) => takenAt <= now));
  }
  return shots.toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime()).slice(0, mostShots);
}

const freshKey = /^fresh-(\d{1,12})$/;

/** A shot that was taken just now. Its key contains the time, so that it can be derived again without being stored. */
export function freshShot(seed: string, now: Date): Shot {
  const second = Math.floor(now.getTime() / 1000);
  const key = `fresh-${second}`;
  return shotAt(`${seed}/${key}`, key, new Date(second * 1000), everyday);
}

/** The shot with this key, if the phone has it. */
export function findShot(seed: string, key: string, now: Date): Shot | undefined {
  const fresh = freshKey.exec(key);
  if (fresh) return freshShot(seed, new Date(Number(fresh[1]) * 1000));
  return cameraRoll(seed, now).find((shot) => shot.key === key);
}

/** A person's two years: trips, a birthday, the end of the year, and the days between. */
function lifeOf(seed: string): (day: Date) => Occasion {
  const random = seededRandom(`${seed}/life`);
  const tripScenes = random.pick<readonly SceneName[]>([
    ['beach', 'beach', 'city', 'food', 'portrait'],
    ['mountains', 'mountains', 'forest', 'portrait', 'food'],
    ['city', 'city', 'bicycle', 'food', 'portrait'],
  ]);
  const tripMonth = random.int(5, 8);
  const tripFirst = random.int(1, 18);
  const tripDays = random.int(5, 9);
  const birthday = { month: random.int(0, 11), date: random.int(1, 28) };
  return (day) => {
    const [month, date] = [day.getUTCMonth(), day.getUTCDate()];
    const chance = seededRandom(`${seed}/${day.getTime()}/occasion`);
    if (month === tripMonth && date >= tripFirst && date < tripFirst + tripDays) {
      return { shots: chance.int(3, 7), scenes: tripScenes };
    }
    if (month === birthday.month && date === birthday.date) {
      return { shots: chance.int(5, 9), scenes: ['cake', 'cake', 'portrait', 'food', 'flowers'] };
    }
    if (month === 11 && date >= 24 && date <= 26)
      return { shots: chance.int(1, 4), scenes: ['snow', 'food', 'portrait'] };
    if (month === 11 && date === 31) return { shots: chance.int(2, 5), scenes: ['fireworks', 'fireworks', 'city'] };
    const winter = month === 0 || month === 1;
    const shots = chance.chance(0.06) ? chance.int(1, 2) : 0;
    return { shots, scenes: winter ? [...everyday, 'snow', 'snow'] : everyday };
  };
}

function shotAt(seed: string, key: string, takenAt: Date, scenes: readonly SceneName[]): Shot {
  const random = seededRandom(`${seed}/look`);
  const album = albumOf(random);
  const kind: MediaKind = album !== 'Screenshots' && random.chance(0.14) ? 'VIDEO' : 'PHOTO';
  const scene = album === 'Screenshots' ? 'screenshot' : random.pick(album === 'Shared' ? received : scenes);
  const view = { scene, seed, ...sizeOf(kind, album, random) };
  const seconds = kind === 'VIDEO' ? random.int(2, 6) : null;
  return {
    key,
    kind,
    album,
    view,
    seconds,
    size: bytesOf(view, seconds, random),
    takenAt,
    fileName: nameOf(kind, album, takenAt, random),
  };
}

function albumOf(random: Random): Album {
  const chance = random.next();
  if (chance < 0.1) return 'Screenshots';
  return chance < 0.28 ? 'Shared' : 'Camera';
}

const landscapes = [
  [2048, 1536],
  [2048, 1152],
] as const;
const films = [
  [320, 240],
  [480, 270],
] as const;

function sizeOf(kind: MediaKind, album: Album, random: Random): { width: number; height: number } {
  if (album === 'Screenshots') return { width: 1080, height: 2340 };
  const [long, short] = kind === 'VIDEO' ? random.pick(films) : random.pick(landscapes);
  const scale = album === 'Shared' && kind === 'PHOTO' ? 0.625 : 1;
  const upright = kind === 'PHOTO' && random.chance(0.4);
  const [width, height] = upright ? [short, long] : [long, short];
  return { width: width * scale, height: height * scale };
}

/** The size of such a file from a camera, in bytes. Drawings are smaller, so the file is padded to it. */
function bytesOf({ width, height }: View, seconds: number | null, random: Random): number {
  const pixels = width * height;
  if (seconds !== null) return Math.round(pixels * seconds * (1.6 + random.next() * 0.6));
  return Math.round(pixels * (0.22 + random.next() * 0.12));
}

function nameOf(kind: MediaKind, album: Album, takenAt: Date, random: Random): string {
  const [date = '', time = ''] = takenAt.toISOString().replaceAll(/[-:]/g, '').split('T');
  const clock = time.slice(0, 6);
  const [prefix, ending] = kind === 'VIDEO' ? ['VID', 'webm'] : ['IMG', 'jpg'];
  if (album === 'Screenshots') return `Screenshot_${date}-${clock}.${ending}`;
  if (album === 'Shared') return `${prefix}-${date}-WA${String(random.int(0, 40)).padStart(4, '0')}.${ending}`;
  return `${prefix}_${date}_${clock}.${ending}`;
}
