import { locations } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { collectLocations } from './locations.collect.ts';

type Answer = { code: number } | { timestamp: number };

/** A fake geolocation that answers each attempt with the next result. */
function geolocationOf(...answers: Answer[]) {
  const requests: (PositionOptions | undefined)[] = [];
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, failed, options) => {
    requests.push(options);
    const answer = answers.shift();
    if (answer === undefined) throw new Error('There are no more answers.');
    if ('code' in answer) failed?.(answer as GeolocationPositionError);
    else found({ coords: { latitude: 48.1, longitude: 11.5, accuracy: 12.6 }, ...answer } as GeolocationPosition);
  };
  return { geolocation: { getCurrentPosition } as Geolocation, requests };
}

it('sends one point with the moment it was taken', async () => {
  const timestamp = Date.now() - 5000;
  const [point] = await collectLocations(geolocationOf({ timestamp }).geolocation)();
  expect(point).toMatchObject({ latitude: 48.1, accuracy: 13, localDateTime: new Date(timestamp).toISOString() });
  expect(locations.record.safeParse(point).success).toBe(true);
});

it('falls back to a rough position when an exact one takes too long', async () => {
  const { geolocation, requests } = geolocationOf({ code: 3 }, { timestamp: Date.now() });
  await expect(collectLocations(geolocation)()).resolves.toHaveLength(1);
  expect(requests.map((options) => options?.enableHighAccuracy)).toEqual([true, false]);
});

it('throws a readable error without permission, and makes no second attempt', async () => {
  const { geolocation, requests } = geolocationOf({ code: 1 });
  await expect(collectLocations(geolocation)()).rejects.toThrow('does not let this page know where it is');
  expect(requests).toHaveLength(1);
  await expect(collectLocations(geolocationOf({ code: 2 }, { code: 3 }).geolocation)()).rejects.toThrow('in time');
});

it('takes the current time where a browser uses another epoch', async () => {
  const before = Date.now();
  const [point] = await collectLocations(geolocationOf({ timestamp: 12 }).geolocation)();
  expect(Date.parse(point?.localDateTime ?? '')).toBeGreaterThanOrEqual(before);
});
