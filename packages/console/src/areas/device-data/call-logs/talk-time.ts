import { durationText } from '../../../core/components/time/time-texts.ts';

/** The duration of a call: "35 s", "4 min 5 s", "1 h 12 min". */
export function talkTimeText(seconds: number): string {
  // Below ten seconds `durationText` shows tenths, which phones do not report.
  return seconds < 10 ? `${seconds} s` : durationText(seconds * 1000);
}
