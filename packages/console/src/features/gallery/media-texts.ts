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

/** The heading of a day: today and yesterday by their names. */
export function dayText(day: string, now: Date = new Date()): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date);
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const distance = Math.round((today.getTime() - start.getTime()) / 86_400_000);
  if (distance === 0) return i18n.t('gallery:today');
  if (distance === 1) return i18n.t('gallery:yesterday');
  const format = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const;
  return new Intl.DateTimeFormat(i18n.language, format).format(start);
}

/** 2026-08 reads "August 2026". */
export function monthText(month: string): string {
  const [year = 0, place = 1] = month.split('-').map(Number);
  const format = { month: 'long', year: 'numeric' } as const;
  return new Intl.DateTimeFormat(i18n.language, format).format(new Date(year, place - 1, 1));
}
