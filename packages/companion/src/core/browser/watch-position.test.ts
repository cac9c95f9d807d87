import type { Position } from '@fairwatch/device/core';
import { expect, it } from 'vitest';
import { watchBrowserPosition } from './watch-position.ts';

/** Fakes the browser's geolocation: the test decides which positions and errors it reports. */
function setUp() {
  let found: PositionCallback | undefined;
  let failed: PositionErrorCallback | null | undefined;
  const cleared: number[] = [];
  const geolocation = {
    watchPosition: (onFound: PositionCallback, onFailed?: PositionErrorCallback | null) => {
      [found, failed] = [onFound, onFailed];
      return 5;
    },
    clearWatch: (id: number) => void cleared.push(id),
  } as Geolocation;
  const positions: Position[] = [];
  const problems: string[] = [];
  const stop = watchBrowserPosition(geolocation)(
    (position) => void positions.push(position),
    (problem) => void problems.push(problem),
  );
  return {
    positions,
    problems,
    cleared,
    stop,
    find: (timestamp: number) =>
      found?.({ coords: { latitude: 48.1, longitude: 11.5, accuracy: 12 }, timestamp } as GeolocationPosition),
    fail: (code: number) => failed?.({ code } as GeolocationPositionError),
  };
}

it('reports each position with the moment it was taken, until it is stopped', () => {
  const { positions, find, stop, cleared } = setUp();
  const timestamp = Date.now() - 1000;
  find(timestamp);
  expect(positions).toEqual([{ latitude: 48.1, longitude: 11.5, accuracy: 12, at: new Date(timestamp) }]);
  stop();
  expect(cleared).toEqual([5]);
});

it('takes the current time where a browser uses another epoch', () => {
  const { positions, find } = setUp();
  const before = Date.now();
  find(12);
  expect(positions[0]?.at.getTime()).toBeGreaterThanOrEqual(before);
});

it('fails without a first position and without permission, but not when there is none for a while', () => {
  const none = setUp();
  none.fail(3);
  expect(none.problems).toEqual([expect.stringContaining('in time')]);
  const tunnel = setUp();
  tunnel.find(Date.now());
  tunnel.fail(2);
  expect(tunnel.problems).toEqual([]);
  tunnel.fail(1);
  expect(tunnel.problems).toEqual([expect.stringContaining('does not let this page know')]);
});
