import { locations } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { collectLocations } from './locations.collect.ts';

type Answer = { code: number } | { timestamp: number };

/** Answers one try after the other. */
function geolocationOf(...answers: Answer[]) {
  const asked: (PositionOptions | undefined)[] = [];
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, failed, options) => {
    asked.push(options);
    const answer = answers.shift();
    if (answer === undefined) throw new Error('It was asked too often.');
    if ('code' in answer) failed?.(answer as GeolocationPositionError);
    else found({ coords: { latitude: 48.1, longitude: 11.5, accuracy: 12.6 }, ...answer } as GeolocationPosition);
  };
  return { geolocation: { getCurrentPosition } as Geolocation, asked };
}

it('sends one point with the moment it was taken', async () => {
  const timestamp = Date.now() - 5000;
  const [point] = await collectLocations(geolocationOf({ timestamp }).geolocation)();
  expect(point).toMatchObject({ latitude: 48.1, accuracy: 13, localDateTime: new Date(timestamp).toISOString() });
  expect(locations.record.safeParse(point).success).toBe(true);
});

it('tries roughly when it takes too long exactly', async () => {
  const { geolocation, asked } = geolocationOf({ code: 3 }, { timestamp: Date.now() });
  await expect(collectLocations(geolocation)()).resolves.toHaveLength(1);
  expect(asked.map((options) => options?.enableHighAccuracy)).toEqual([true, false]);
});

it('says in words that it is not allowed, without a second question', async () => {
  const { geolocation, asked } = geolocationOf({ code: 1 });
  await expect(collectLocations(geolocation)()).rejects.toThrow('does not let this page know where it is');
  expect(asked).toHaveLength(1);
  await expect(collectLocations(geolocationOf({ code: 2 }, { code: 3 }).geolocation)()).rejects.toThrow('in time');
});

it('takes the time of now where a browser counts from another beginning', async () => {
  const before = Date.now();
  const [point] = await collectLocations(geolocationOf({ timestamp: 12 }).geolocation)();
  expect(Date.parse(point?.localDateTime ?? '')).toBeGreaterThanOrEqual(before);
});
