import { amount, type AuditDetails, type LogReader } from '@fairwatch/contract';

/** The reasons of an end that nobody chose, after "it ended because". */
const liveEndWords: Readonly<Record<string, string>> = {
  WITHDRAWN: 'the location is no longer shared',
  PAUSED: 'sharing was paused',
  NOTICE_HIDDEN: 'the note that this device is supervised was not shown',
  OUTSIDE_HOURS: 'the sharing hours were over',
  ACCESS_LOST: 'the admin may not follow this device any more',
  LEFT: 'the device left',
};

/** Describes a live location that has ended: how long it ran, how many points it had, and why it ended before its time. */
export function liveLocationWords({ seconds, count = 0, end, startedBy }: Readonly<AuditDetails>): string {
  const minutes = Math.round(Number(seconds) / 60);
  const length = minutes === 0 ? 'less than a minute' : amount(minutes, ['minute', 'minutes']);
  const ran = `${length}, ${amount(count, ['point', 'points'])}`;
  if (end === 'STOPPED_BY_PERSON' || end === 'STOPPED_BY_ADMIN') {
    return `stopped the live location that ${String(startedBy)} had started, after ${ran}`;
  }
  const why = liveEndWords[String(end)];
  return `followed the location for ${ran}${why === undefined ? '' : `; it ended because ${why}`}`;
}

/** Describes that a report about the device is mailed each week, or not any more. */
export function reportWords({ what, to, when }: Readonly<AuditDetails>, { they, their }: LogReader): string {
  const report = `a report about how far ${they} went, ${their} stops and ${their} time in places mailed to ${String(to)} each week`;
  return what === 'ended' ? `no longer has ${report}` : `has ${report}, ${String(when)}`;
}
