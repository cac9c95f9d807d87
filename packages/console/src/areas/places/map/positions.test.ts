import { deviceStatuses, type MapPosition, type MapPositions } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { ageOf, mergeAnswer, wholeMap } from './positions.ts';

const online = deviceStatuses.indexOf('Online');
const offline = deviceStatuses.indexOf('Offline');

const at = (deviceId: number, longitude: number, status = online): MapPosition => [
  deviceId,
  48,
  longitude,
  10,
  1000,
  status,
  0,
];

function answer(positions: MapPosition[], shown: MapPositions['shown'] = null): MapPositions {
  return {
    positions,
    names: positions.map(([id]) => `Phone ${id}`),
    people: positions.map(([id]) => `person-${id}`),
    shown,
    notShared: 0,
    noPosition: 0,
    withheld: 0,
    cut: false,
    asOf: '2026-11-17T08:00:00.000Z',
  };
}

const whole = wholeMap(answer([at(1, 16), at(2, 17)]), 5);

describe('an answer with what has changed', () => {
  it('moves the devices that moved, and keeps the others with their names', () => {
    const merged = mergeAnswer(
      whole,
      answer(
        [at(2, 18)],
        [
          [1, online, 0],
          [2, online, 0],
        ],
      ),
      9,
    );
    expect(merged?.devices.get(2)).toMatchObject({ longitude: 18, name: 'Phone 2', person: 'person-2' });
    expect(merged?.devices.get(1)).toBe(whole.devices.get(1));
    expect(merged).toMatchObject({ readAt: 5, answeredAt: 9 });
  });

  it('removes whoever may not be shown any more', () => {
    const merged = mergeAnswer(whole, answer([], [[2, online, 0]]), 9);
    expect([...(merged?.devices.keys() ?? [])]).toEqual([2]);
  });

  it('changes the status without a new position', () => {
    const merged = mergeAnswer(
      whole,
      answer(
        [],
        [
          [1, offline, 0],
          [2, online, 1],
        ],
      ),
      9,
    );
    expect(merged?.devices.get(1)).toMatchObject({ status: 'Offline', longitude: 16 });
    expect(merged?.devices.get(2)).toMatchObject({ status: 'Online', live: true });
  });

  it('leaves the same devices when nothing has changed, so that the map is not drawn again', () => {
    const merged = mergeAnswer(
      whole,
      answer(
        [at(2, 17)],
        [
          [1, online, 0],
          [2, online, 0],
        ],
      ),
      9,
    );
    expect(merged?.devices).toBe(whole.devices);
  });

  it('is not enough for a device whose position is not known', () => {
    const shown: MapPositions['shown'] = [1, 2, 3].map((id) => [id, online, 0]);
    expect(mergeAnswer(whole, answer([], shown), 9)).toBeNull();
  });
});

it('tells fresh positions from those of the last day and older ones', () => {
  const minute = 60_000;
  const now = 100 * 24 * 60 * minute;
  const ages = [0, 14, 15, 24 * 60 - 1, 24 * 60].map((minutes) => ageOf({ at: now - minutes * minute }, now));
  expect(ages).toEqual(['fresh', 'fresh', 'day', 'day', 'old']);
});
