import * as fc from 'fast-check';
import { livePoint } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { TermuxProblem } from '../../core/termux/termux.ts';
import { parsePosition } from './locations.parse.ts';

const now = new Date('2026-06-01T12:00:00Z');
/** What the source of Termux:API prints. */
const printed = {
  latitude: 48.137154,
  longitude: 11.576124,
  altitude: 561.4,
  accuracy: 12.864,
  vertical_accuracy: 3.2,
  bearing: 0.0,
  speed: 0.0,
  elapsedMs: 5000,
  provider: 'gps',
};

function fitsOrFails(position: unknown): boolean {
  try {
    const { latitude, longitude, accuracy, at } = parsePosition(position, now);
    return livePoint.safeParse({ latitude, longitude, accuracy, at: at.toISOString() }).success;
  } catch (error) {
    return error instanceof TermuxProblem;
  }
}

describe('a position', () => {
  it('has the time of its fix', () => {
    expect(parsePosition(printed, now)).toEqual({
      latitude: 48.137154,
      longitude: 11.576124,
      accuracy: 12.864,
      at: new Date('2026-06-01T11:59:55Z'),
      ageMs: 5000,
    });
  });

  it('is refused without coordinates, or with impossible ones', () => {
    const broken = [null, 7, [], {}, 'x', { ...printed, latitude: null }, { ...printed, longitude: '11' }];
    for (const each of [...broken, { ...printed, latitude: 91 }, { ...printed, longitude: Number.NaN }]) {
      expect(() => parsePosition(each, now)).toThrow(TermuxProblem);
    }
  });

  it('fits into the contract, whatever else is printed', () => {
    const number = fc.oneof(fc.double(), fc.constant(null), fc.string());
    const anything = fc.record({ latitude: number, longitude: number, accuracy: number, elapsedMs: number });
    fc.assert(
      fc.property(anything, (each) => {
        expect(fitsOrFails(each)).toBe(true);
      }),
    );
  });
});
