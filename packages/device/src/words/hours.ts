import { beginningText, hoursText, isWithinHours, translator, type SharingHours } from '@fairwatch/contract';
import texts from './texts/hours.texts.json' with { type: 'json' };

/** What the page of the sharing hours says. */
export const hoursWords = translator('device/hours', texts);

/** In which hours the person shares. */
export function youShareText(hours: SharingHours | null): string {
  return hoursWords('youShare', { hours: hoursText(hours) });
}

/** What the hours mean at this moment. */
export function hoursNowText(hours: SharingHours | null, paused: boolean, now: Date): string {
  if (paused) return hoursWords('nowPaused');
  if (isWithinHours(hours, now)) return hoursWords('nowShared');
  return hoursWords('nowNot', { beginning: beginningText(hours, now) });
}

/** The hours beside what is shared; says so while nothing is. */
export function hoursNote(hours: SharingHours, now = new Date()): string {
  const text = hoursText(hours);
  return isWithinHours(hours, now) ? text : hoursWords('outside', { hours: text });
}

export function timeZoneText(timeZone: string): string {
  return hoursWords('timeZone', { timeZone });
}

export function ownTimeZoneText(timeZone: string): string {
  return hoursWords('ownTimeZone', { timeZone });
}
