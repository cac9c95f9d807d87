import { durationText } from '../core/components/time/time-texts.ts';
import { currentLanguage } from '../core/i18n/i18n.ts';

const minuteMs = 60_000;

/** A distance in kilometres with one decimal: "12.3 km". */
export function kilometresText(metres: number): string {
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: 1,
  }).format(metres / 1000);
}

/** A time in a zone, to the minute, because positions are not known more often: "2 h 5 min". */
export function timeInZoneText(seconds: number): string {
  return durationText(Math.max(1, Math.round((seconds * 1000) / minuteMs)) * minuteMs);
}
