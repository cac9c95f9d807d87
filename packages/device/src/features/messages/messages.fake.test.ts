import { messages } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { fakeCircle } from '../../fake/people.ts';
import { seededRandom } from '../../fake/random.ts';
import { fakeMessages } from './messages.fake.ts';

const noon = Date.parse('2026-03-20T12:00:00Z');
const dayMs = 24 * 3_600_000;
const circle = fakeCircle(seededRandom('circle'));
const seeds = Array.from({ length: 8 }, (_, seed) => String(seed));

function read(seed: string, now = noon) {
  return fakeMessages(seededRandom(seed), circle, () => now)();
}

describe('fake text messages', () => {
  it('are 15 to 40 threads with some hundred to some thousand messages that fit the contract, each with its own key', () => {
    for (const seed of seeds) {
      const all = read(seed);
      const threads = new Set(all.map(({ address }) => address));
      expect(threads.size).toBeGreaterThanOrEqual(15);
      expect(threads.size).toBeLessThanOrEqual(40);
      expect(all.length).toBeGreaterThan(300);
      expect(all.length).toBeLessThan(5000);
      expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
      expect(all.filter((message) => !messages.record.safeParse(message).success)).toEqual([]);
    }
  });

  it('[SPEC 2.88] are received and sent, and read like words: no slot is left open', () => {
    const all = seeds.flatMap((seed) => read(seed));
    expect(new Set(all.map(({ direction }) => direction))).toEqual(new Set(['RECEIVED', 'SENT']));
    expect(all.filter(({ body }) => /[{}]|undefined/.test(body) || body.trim() === '')).toEqual([]);
    expect(all.filter(({ address }) => /\s/.test(address))).toEqual([]);
  });

  it('come from the numbers that the rest of the phone has of its circle', () => {
    const numbers = new Map(circle.map(({ name, phoneNumber }) => [name, phoneNumber.replaceAll(' ', '')]));
    for (const seed of seeds) {
      const known = read(seed).filter(({ name }) => numbers.has(name));
      expect(new Set(known.map(({ name }) => name)).size).toBeGreaterThan(3);
      expect(known.filter(({ name, address }) => address !== numbers.get(name))).toEqual([]);
    }
  });

  it('were written before now, by day, and mostly read', () => {
    for (const seed of seeds) {
      const all = read(seed);
      const times = all.map(({ date }) => Date.parse(date));
      expect(Math.max(...times)).toBeLessThan(noon);
      expect(Math.min(...times)).toBeGreaterThan(noon - 280 * dayMs);
      const unread = all.filter((message) => !message.read);
      expect(unread.length).toBeLessThan(all.length / 10);
      expect(unread.every(({ direction }) => direction === 'RECEIVED')).toBe(true);
    }
  });

  it('are the same for the same seed, also when the phone starts again the next day', () => {
    expect(read('a')).toEqual(read('a'));
    const dates = new Map(read('a', noon + dayMs).map(({ key, date }) => [key, date]));
    const kept = read('a').filter(({ key }) => dates.has(key));
    expect(kept.length).toBeGreaterThan(read('a').length * 0.95);
    expect(kept.filter(({ key, date }) => dates.get(key) !== date)).toEqual([]);
  });

  it('are a few more at each reading, all of them since the last one', () => {
    let now = noon;
    const phone = fakeMessages(seededRandom('b'), circle, () => now);
    let before = new Set(phone().map(({ key }) => key));
    for (let reading = 0; reading < 5; reading += 1) {
      const last = now;
      now += 60_000;
      const all = phone();
      const fresh = all.filter(({ key }) => !before.has(key));
      expect(fresh.length).toBeGreaterThan(0);
      for (const { date } of fresh) expect(Date.parse(date)).toBeGreaterThanOrEqual(last);
      before = new Set(all.map(({ key }) => key));
    }
  });
});
