import type { GalleryItem } from '@fairwatch/contract';
import { exactTimeText } from '../../core/components/time-texts.ts';
import { i18n } from '../../core/i18n/i18n.ts';

/** What a picture is called by those who do not see it: its name and when it was taken. */
export function altOf({ fileName, takenAt }: GalleryItem): string {
  return i18n.t('gallery:alt', { name: fileName, date: takenText(takenAt) });
}

export function takenText(takenAt: string): string {
  return exactTimeText(new Date(takenAt), i18n.language);
}

/** How long a video is, as players write it: 0:04, 1:02:09. */
export function lengthText(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, place) => (place === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** 634112 reads "634 kB". */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

const dayMs = 86_400_000;

/** The heading of a day, today and yesterday by their names; of some days, from the first to the last. */
export function daysText(day: string, until: string | null, now: Date = new Date()): string {
  const format = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const;
  if (until !== null) {
    const [first = day, last = until] = [day, until].toSorted();
    const { weekday: _, ...short } = format;
    return new Intl.DateTimeFormat(i18n.language, short).formatRange(startOf(first), startOf(last));
  }
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const distance = Math.round((today.getTime() - startOf(day).getTime()) / dayMs);
  if (distance === 0) return i18n.t('gallery:today');
  if (distance === 1) return i18n.t('gallery:yesterday');
  return new Intl.DateTimeFormat(i18n.language, format).format(startOf(day));
}

function startOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** 2026-08 reads "August 2026". */
export function monthText(month: string): string {
  const format = { month: 'long', year: 'numeric' } as const;
  return new Intl.DateTimeFormat(i18n.language, format).format(startOf(month));
}
