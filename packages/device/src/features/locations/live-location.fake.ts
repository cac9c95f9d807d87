import type { WatchPosition } from '../../core/live-location/live-location.ts';
import type { Random } from '../../fake/random.ts';
import type { Town } from '../../fake/town.ts';
import { modes } from './city.ts';
import { lifeOf } from './locations.fake.ts';
import { shifted, wayAlong } from './way.ts';

/** How often the phone looks where it is. */
const lookEveryMs = 1000;
const accuracy = 8;

/**
 * A phone on its way from home to work and back again, for live locations. It must get a generator that is as new as the one given to
 * `fakeLocations`, so that it moves in the same city.
 */
export function fakeMovement(random: Random, now: () => Date, town: Town | null = null): WatchPosition {
  // The first value is the seed of the days.
  random.next();
  const { city, home } = lifeOf(random, town);
  const way = wayAlong([home.corner, ...city.commute, city.work]);
  const { speed } = modes[city.commuteBy];
  return (onPosition) => {
    const start = now().getTime();
    const look = () => {
      const at = now();
      const metres = ((at.getTime() - start) / 1000) * speed;
      const [latitude, longitude] = shifted(
        way.at(thereAndBack(metres, way.metres)),
        random.int(-1, 1),
        random.int(-1, 1),
      );
      onPosition({ latitude, longitude, accuracy, at });
    };
    look();
    const timer = setInterval(look, lookEveryMs);
    return () => clearInterval(timer);
  };
}

/** Where on a way somebody is who walks it up and down. */
function thereAndBack(metres: number, length: number): number {
  const along = metres % (2 * length);
  return along <= length ? along : 2 * length - along;
}
