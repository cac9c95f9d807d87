import type { GalleryItem } from '@fairwatch/contract';
import { daysApart } from '../../../core/components/time/moment-text.ts';
import { exactTimeText } from '../../../core/components/time/time-texts.ts';
import { currentLanguage, i18n } from '../../../core/i18n/i18n.ts';

/** The alternative text of a picture: its file name and when it was taken. */
export function altOf({ fileName, takenAt }: GalleryItem): string {
  return i18n.t('gallery:alt', { name: fileName, date: takenText(takenAt) });
}

export function takenText(takenAt: string): string {
  return exactTimeText(new Date(takenAt), currentLanguage());
}

/** The heading of a day ("Today", "Yesterday" or a date), or of a range of days when `until` is set. */
export function daysText(day: string, until: string | null, now: Date = new Date()): string {
  const format = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const;
  if (until !== null) {
    const [first = day, last = until] = [day, until].toSorted();
    const { weekday: _, ...short } = format;
    return new Intl.DateTimeFormat(currentLanguage(), short).formatRange(startOf(first), startOf(last));
  }
  const dayDifference = daysApart(startOf(day), now);
  if (dayDifference === 0) return i18n.t('gallery:today');
  if (dayDifference === -1) return i18n.t('gallery:yesterday');
  return new Intl.DateTimeFormat(currentLanguage(), format).format(startOf(day));
}

function startOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** Formats `2026-08` as "August 2026". */
export function monthText(month: string): string {
  const format = { month: 'long', year: 'numeric' } as const;
  return new Intl.DateTimeFormat(currentLanguage(), format).format(startOf(month));
}
