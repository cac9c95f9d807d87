import type { WatchPosition } from '../../core/live-location/live-location.ts';
import type { Random } from '../../fake/random.ts';
import type { Town } from '../../fake/town.ts';
import { shifted } from '../../fake/roads/geometry.ts';
import { findRoute } from '../../fake/roads/route.ts';
import { lifeOf, modeFor, modes } from './lives.ts';

/** How often the phone looks where it is. */
const lookEveryMs = 1000;
const accuracy = 8;

/**
 * A phone on its way from home to work and back again, for live locations. It must get a generator that is as new as the one given to
 * `fakeLocations`, so that it moves in the same town.
 */
export function fakeMovement(random: Random, now: () => Date, town: Town | null = null): WatchPosition {
  // The first value is the seed of the days.
  random.next();
  const life = lifeOf(random, town);
  const from = life.home.house;
  // A driver works at the depot, and drives to town.
  const to = life.work.house === from ? life.town.shop : life.work.house;
  const { travel, pace } = modes[modeFor(life, from, to)];
  return (onPosition) => {
    const route = findRoute(from, to, travel);
    const start = now().getTime();
    const look = () => {
      const at = now();
      const seconds = ((at.getTime() - start) / 1000) * pace;
      const { point } = route.at(thereAndBack(seconds, route.seconds));
      const [latitude, longitude] = shifted(point, random.int(-1, 1), random.int(-1, 1));
      onPosition({ latitude, longitude, accuracy, at });
    };
    look();
    const timer = setInterval(look, lookEveryMs);
    return () => clearInterval(timer);
  };
}

/** Where on a way somebody is who walks it up and down. */
function thereAndBack(seconds: number, length: number): number {
  const along = seconds % (2 * length);
  return along <= length ? along : 2 * length - along;
}
