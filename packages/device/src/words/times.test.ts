import { matchLanguage, setTextLanguage, sourceLanguage } from '@fairwatch/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { dateTimeText, dayText, longDayText, momentText, timeText } from './times.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  setTextLanguage(sourceLanguage);
});

const at = new Date(2026, 2, 14, 14, 5).toISOString();
const now = new Date(2026, 2, 30, 12);

it.each([
  [['de-AT', 'en'], 'Samstag, 14. März 2026', '14:05', '14.03.2026', '31. Jänner 2030'],
  // Codes and versions beside them have Latin digits, too.
  [['ar-EG', 'en'], 'السبت، 14 مارس 2026', '2:05 م', '14\u200f/03\u200f/2026', '31 يناير 2030'],
  [['en-GB'], 'Saturday, 14 March 2026', '14:05', '14 Mar 2026', '31 January 2030'],
  [['en-US'], 'Saturday, March 14, 2026', '2:05 PM', 'Mar 14, 2026', 'January 31, 2030'],
  // A browser may name what `Intl` refuses.
  [['x_y', 'en-US'], 'Saturday, March 14, 2026', '2:05 PM', 'Mar 14, 2026', 'January 31, 2030'],
  [[], 'Saturday, March 14, 2026', '2:05 PM', 'Mar 14, 2026', 'January 31, 2030'],
])('days and times are written as in the first language of the reader: %s', (languages, day, time, date, review) => {
  vi.stubGlobal('navigator', { languages });
  setTextLanguage(matchLanguage(languages));
  expect([
    dayText(at, now),
    timeText(at).replace(/\s/, ' '),
    momentText(at, now.getTime()),
    longDayText('2030-01-31'),
  ]).toEqual([day, time, date, review]);
  expect(dateTimeText(at)).toContain(date);
});
