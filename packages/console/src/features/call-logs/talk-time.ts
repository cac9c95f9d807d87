import { durationText } from '../../core/components/time-texts.ts';

/** How long people talked: "35 s", "4 min 5 s", "1 h 12 min". */
export function talkTimeText(seconds: number): string {
  // Under ten seconds the shared text counts tenths, which a phone does not know.
  return seconds < 10 ? `${seconds} s` : durationText(seconds * 1000);
}
