import { describe, expect, it } from 'vitest';
import { visitTimeText } from './visit-item.tsx';

const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute);
const now = at(16, 12, 0);
/** Replaces narrow spaces, which differ between versions of Intl. */
const text = (from: Date, to: Date, language = 'en-GB') =>
  visitTimeText(from, to, now, language).replaceAll(/[\u2009\u202F]/g, ' ');

describe('the time of a visit', () => {
  it('has a weekday within the last week, and a date before that', () => {
    expect(text(at(10, 14, 2), at(10, 14, 10))).toMatch(/^Tuesday,? 14:02 ?– ?14:10$/);
    expect(text(at(10, 14, 2), at(10, 14, 2))).toMatch(/^Tuesday,? 14:02$/);
    expect(text(at(9, 14, 2), at(9, 14, 10))).toMatch(/^Mon,? 9 Nov,? 14:02 ?– ?14:10$/);
    expect(text(new Date(2025, 10, 9, 14, 2), new Date(2025, 10, 9, 14, 10))).toContain('2025');
    expect(text(at(10, 14, 2), at(10, 14, 10), 'de')).toContain('Dienstag');
  });

  it('names both days of a visit past midnight', () => {
    expect(text(at(10, 23, 55), at(11, 0, 5))).toMatch(/^Tuesday\b.* 23:55 – Wednesday\b.* 00:05$/);
  });
});
