import type { WatchPosition } from '../../core/live-location/live-location.ts';
import type { Random } from '../../fake/random.ts';
import { metresBetween, shifted, type Point } from '../../fake/roads/geometry.ts';
import { findRoute } from '../../fake/roads/route.ts';
import { modeFor, modes, type Life } from './lives.ts';
import type { Whereabouts } from './locations.fake.ts';

/** How often the phone looks where it is. */
const lookEveryMs = 1000;
const accuracy = 8;

/** In metres: somebody who is nearer to their home is there. */
const atHome = 150;

/**
 * A phone on its way home and back again, or from home to work, for live locations. It begins where the phone says it is, and from where it
 * ends the person goes back to what their day has planned.
 */
export function fakeMovement({ life, read, leave }: Whereabouts, random: Random, now: () => Date): WatchPosition {
  return (onPosition) => {
    const last = read().at(-1);
    const home = life.home.house;
    const from: Point = last ? [last.latitude, last.longitude] : home;
    const to = metresBetween(from, home) > atHome ? home : awayFrom(life);
    const mode = modeFor(life, from, to);
    const { travel, pace } = modes[mode];
    const route = findRoute(from, to, travel);
    const start = now().getTime();
    const comeBack = leave();
    const pointAt = (time: number) => route.at(thereAndBack(((time - start) / 1000) * pace, route.seconds)).point;
    const look = () => {
      const at = now();
      const [latitude, longitude] = shifted(pointAt(at.getTime()), random.int(-1, 1), random.int(-1, 1));
      onPosition({ latitude, longitude, accuracy, at });
    };
    look();
    const timer = setInterval(look, lookEveryMs);
    return () => {
      clearInterval(timer);
      comeBack(pointAt(now().getTime()), mode);
    };
  };
}

/** A driver works at the depot, and drives to town. */
function awayFrom({ home, work, town }: Life): Point {
  return work.house === home.house ? town.shop : work.house;
}

/** Where on a way somebody is who walks it up and down. */
function thereAndBack(seconds: number, length: number): number {
  const along = seconds % (2 * length);
  return along <= length ? along : 2 * length - along;
}
