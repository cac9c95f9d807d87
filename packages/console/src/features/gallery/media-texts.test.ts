import { beforeAll, describe, expect, it } from 'vitest';
import { addTexts } from '../../core/i18n/i18n.ts';
import texts from './gallery.texts.json';
import { bytesText, daysText, lengthText, monthText } from './media-texts.ts';

beforeAll(() => addTexts('gallery', texts.gallery));

describe('the words of a gallery', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [634_112, '634 kB'],
    [1_250_000, '1.3 MB'],
    [5_400_000_000, '5.4 GB'],
  ])('%i bytes read "%s"', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });

  it.each([
    [4000, '0:04'],
    [65_400, '1:05'],
    [3_729_000, '1:02:09'],
  ])('%i ms read "%s"', (ms, text) => {
    expect(lengthText(ms)).toBe(text);
  });

  it('a day has a name near today, and a date before', () => {
    const now = new Date(2026, 10, 15, 23, 30);
    expect(daysText('2026-11-15', null, now)).toBe('Today');
    expect(daysText('2026-11-14', null, now)).toBe('Yesterday');
    expect(daysText('2026-08-16', null, now)).toBe('Sun, August 16, 2026');
    expect(daysText('2026-10-29', '2026-10-02', now)).toMatch(/^October 2\s–\s29, 2026$/);
    expect(monthText('2026-08')).toBe('August 2026');
  });
});
