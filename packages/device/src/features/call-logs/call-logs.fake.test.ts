import { describe, expect, it } from 'vitest';
import { fakeCircle } from '../../fake/people.ts';
import { seededRandom } from '../../fake/random.ts';
import { fakeCallLogs } from './call-logs.fake.ts';

const noon = new Date(2026, 10, 18, 12, 0).getTime();
const circle = fakeCircle(seededRandom('circle'));
const logs = Array.from({ length: 6 }, (_, seed) => fakeCallLogs(seededRandom(String(seed)), circle, () => noon));

describe('a fake call log', () => {
  it('has calls by day only, all of them over', () => {
    for (const call of logs.flatMap((read) => read())) {
      const start = new Date(call.date);
      expect(start.getHours()).toBeGreaterThanOrEqual(7);
      expect(start.getHours()).toBeLessThanOrEqual(21);
      expect(start.getTime() + call.duration * 1000).toBeLessThanOrEqual(noon);
    }
  });

  it('lasts only when somebody answered, and one call at a time', () => {
    for (const read of logs) {
      const calls = read().toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
      const silent = calls.filter(({ state }) => state === 'MISSED' || state === 'REJECTED');
      expect(new Set(silent.map(({ duration }) => duration))).toEqual(new Set([0]));
      const overlapping = calls.filter(({ date, duration }, place) => {
        const next = calls[place + 1];
        return next && duration > 0 && Date.parse(date) + duration * 1000 >= Date.parse(next.date);
      });
      expect(overlapping).toEqual([]);
    }
  });

  it('is mostly with the people of the address book, by their names and numbers', () => {
    const calls = logs.flatMap((read) => read());
    const known = calls.filter(({ name }) => name !== '');
    expect(known.length / calls.length).toBeGreaterThan(0.7);
    expect(known.length).toBeLessThan(calls.length);
    for (const { name, phoneNumber } of known) expect(circle).toContainEqual({ name, phoneNumber });
    expect(new Set(calls.map(({ state }) => state)).size).toBe(4);
  });
});
