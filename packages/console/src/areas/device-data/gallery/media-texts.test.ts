import { beforeAll, describe, expect, it } from 'vitest';
import { addTexts } from '../../../core/i18n/i18n.ts';
import texts from './gallery.texts.json';
import { daysText, monthText } from './media-texts.ts';

beforeAll(() => addTexts('gallery', texts.gallery));

describe('gallery texts', () => {
  it('shows "Today" and "Yesterday", and earlier days as dates', () => {
    const now = new Date(2026, 10, 15, 23, 30);
    expect(daysText('2026-11-15', null, now)).toBe('Today');
    expect(daysText('2026-11-14', null, now)).toBe('Yesterday');
    expect(daysText('2026-08-16', null, now)).toBe('Sun, August 16, 2026');
    expect(daysText('2026-10-29', '2026-10-02', now)).toMatch(/^October 2\s–\s29, 2026$/);
    expect(monthText('2026-08')).toBe('August 2026');
  });
});
