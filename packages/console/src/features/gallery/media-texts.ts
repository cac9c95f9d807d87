import type { GalleryItem } from '@fairwatch/contract';
import { daysApart } from '../../core/components/moment-text.ts';
import { exactTimeText } from '../../core/components/time-texts.ts';
import { currentLanguage, i18n } from '../../core/i18n/i18n.ts';

/** What a picture is called by those who do not see it: its name and when it was taken. */
export function altOf({ fileName, takenAt }: GalleryItem): string {
  return i18n.t('gallery:alt', { name: fileName, date: takenText(takenAt) });
}

export function takenText(takenAt: string): string {
  return exactTimeText(new Date(takenAt), currentLanguage());
}

/** The heading of a day, today and yesterday by their names; of some days, from the first to the last. */
export function daysText(day: string, until: string | null, now: Date = new Date()): string {
  const format = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const;
  if (until !== null) {
    const [first = day, last = until] = [day, until].toSorted();
    const { weekday: _, ...short } = format;
    return new Intl.DateTimeFormat(currentLanguage(), short).formatRange(startOf(first), startOf(last));
  }
  const away = daysApart(startOf(day), now);
  if (away === 0) return i18n.t('gallery:today');
  if (away === -1) return i18n.t('gallery:yesterday');
  return new Intl.DateTimeFormat(currentLanguage(), format).format(startOf(day));
}

function startOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** 2026-08 reads "August 2026". */
export function monthText(month: string): string {
  const format = { month: 'long', year: 'numeric' } as const;
  return new Intl.DateTimeFormat(currentLanguage(), format).format(startOf(month));
}
