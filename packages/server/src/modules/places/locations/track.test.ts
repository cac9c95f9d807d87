import { describe, expect, it } from 'vitest';
import { metresBetween } from '@fairwatch/contract';
import { findStays } from '../movements/stays.ts';
import { thin } from './track.ts';

const minute = 60_000;

/** A point this many metres east of a square in Utrecht, at this minute. */
const spot = (atMinute: number, east: number) => ({
  at: atMinute * minute,
  latitude: 52.0907,
  longitude: 5.1214 + east / 68_390,
});

/** An hour at rest, twenty minutes on the way, an hour at rest. */
const day = [
  ...Array.from({ length: 13 }, (_, n) => spot(n * 5, n % 2 === 0 ? 0 : 25)),
  ...Array.from({ length: 10 }, (_, n) => spot(62 + n * 2, 400 * (n + 1))),
  ...Array.from({ length: 13 }, (_, n) => spot(85 + n * 5, 4400 + (n % 3) * 10)),
];

describe('stays', () => {
  it('are where a device hardly moves for ten minutes', () => {
    const stays = findStays(day);
    expect(stays.map(({ first, last }) => [first, last])).toEqual([
      [0, 12],
      [23, 35],
    ]);
    const [home] = stays;
    expect(metresBetween(home ?? spot(0, 1e6), spot(0, 12))).toBeLessThan(5);
  });

  it('need time: a red light is none, two points hours apart at one place are one', () => {
    expect(findStays([spot(0, 0), spot(3, 5), spot(6, 3), spot(9, 900)])).toEqual([]);
    expect(findStays([spot(0, 0), spot(240, 40)])).toHaveLength(1);
    expect(findStays([])).toEqual([]);
  });

  it('beside the date line are there, and not on the other side of the earth', () => {
    const beside = Array.from({ length: 12 }, (_, n) => ({
      at: n * 5 * minute,
      latitude: -17,
      longitude: n % 2 === 0 ? 179.9999 : -179.9999,
    }));
    const stays = findStays(beside);
    expect(stays.map(({ first, last }) => [first, last])).toEqual([[0, 11]]);
    expect(Math.abs(stays[0]?.longitude ?? 0)).toBeCloseTo(180, 3);
  });

  it('are measured the short way across the date line', () => {
    expect(metresBetween({ latitude: 0, longitude: 179.9999 }, { latitude: 0, longitude: -179.9999 })).toBeLessThan(30);
  });
});

describe('thinning', () => {
  const stays = findStays(day);
  const places = day.map((_, place) => place);

  it('leaves a short track alone', () => {
    expect(thin(places, stays, 36)).toEqual(places);
  });

  it('keeps the ends, the ends of each stay and the way, and drops what rests first', () => {
    const kept = thin(places, stays, 16);
    expect(kept).toHaveLength(16);
    for (const place of [0, 12, ...places.slice(13, 23), 23, 35]) expect(kept).toContain(place);
    expect(kept).toEqual(kept.toSorted((one, other) => one - other));
  });

  it('thins the way evenly when it must', () => {
    const kept = thin(places, stays, 9);
    expect(kept).toEqual([0, 12, 13, 15, 18, 20, 22, 23, 35]);
  });

  it('stays within its limit however many stays there are', () => {
    const many = Array.from({ length: 1000 }, (_, n) =>
      spot(Math.floor(n / 2) * 100 + (n % 2) * 20, Math.floor(n / 2) * 500),
    );
    expect(findStays(many)).toHaveLength(500);
    const kept = thin(many, findStays(many), 100);
    expect(kept).toHaveLength(100);
    expect([kept[0], kept.at(-1)]).toEqual([many[0], many.at(-1)]);
  });
});
