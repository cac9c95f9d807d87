import { beginningText, hoursText, isWithinHours, type SharingHours } from '@fairwatch/contract';

/** What the page of the sharing hours says. */
export const hoursWords = {
  title: 'Sharing hours',
  now: 'Now',
  pending: 'The server is told when it is connected. On this phone it counts already.',
  change: 'Change the hours',
  question: 'When do you want to share?',
  always: 'At any hour',
  limited: 'Only at these hours',
  presets: 'Start from these hours, or set your own:',
  save: 'Save hours',
  undo: 'Undo my changes',
  saved: 'Saved. It counts from now on.',
  addMore: 'Add more hours',
} as const;

/** In which hours the person shares. */
export function youShareText(hours: SharingHours | null): string {
  return `You share ${hoursText(hours)}.`;
}

/** What the hours mean at this moment. */
export function hoursNowText(hours: SharingHours | null, paused: boolean, now: Date): string {
  if (paused) return 'Sharing is paused: nothing is shared at any hour.';
  if (isWithinHours(hours, now)) return 'At this moment: what you switched on is shared.';
  return `At this moment: nothing is shared until ${beginningText(hours, now)}.`;
}

/** The hours beside what is shared; says so while nothing is. */
export function hoursNote(hours: SharingHours, now = new Date()): string {
  return hoursText(hours) + (isWithinHours(hours, now) ? '' : '. Outside of these hours, like now, nothing is shared.');
}

export function timeZoneText(timeZone: string): string {
  return `Times are those of ${timeZone}.`;
}

export function ownTimeZoneText(timeZone: string): string {
  return `Use the time of this phone (${timeZone})`;
}
