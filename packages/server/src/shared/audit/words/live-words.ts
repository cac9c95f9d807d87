import { amountOf, type AuditDetails, type LogReader } from '@fairwatch/contract';
import { logText, logTexts, type LogTexts } from './log-texts.ts';

type Ends = LogTexts['live']['ends'];
type CommonEnd = Exclude<keyof Ends, 'location' | 'view'>;

/** Adds why a live location or a live view ended, where nobody chose it. */
function withEnd(text: string, of: 'location' | 'view', end: unknown): string {
  const why = endWords(of, String(end));
  return why === null ? text : logText('live.endedBecause', { text, why });
}

function endWords(of: 'location' | 'view', end: string): string | null {
  const { ends } = logTexts.live;
  if (end === 'WITHDRAWN' || end === 'ACCESS_LOST') return logText(`live.ends.${of}.${end}`);
  return Object.hasOwn(ends, end) && end !== 'location' && end !== 'view'
    ? logText(`live.ends.${end as CommonEnd}`)
    : null;
}

const isStopped = (end: unknown) => end === 'STOPPED_BY_PERSON' || end === 'STOPPED_BY_ADMIN';

/** Describes a live location that has ended: how long it ran, how many points it had, and why it ended before its time. */
export function liveLocationWords({ seconds, count = 0, end, startedBy }: Readonly<AuditDetails>): string {
  const minutes = Math.round(Number(seconds) / 60);
  const length = minutes === 0 ? logText('live.lessThanMinute') : logText('live.minutes', { count: minutes });
  const ran = logText('live.ran', { length, points: amountOf('points', count) });
  if (isStopped(end)) return logText('live.stoppedLocation', { name: String(startedBy), ran });
  return withEnd(logText('live.followed', { ran }), 'location', end);
}

/** Describes a live view that has ended, or that somebody began to watch it or has watched it. */
export function liveViewWords({ what, seconds = 0, count = 0, end, startedBy }: Readonly<AuditDetails>): string {
  if (what === 'joined') return logText('live.joinedView');
  const length = lengthWords(Number(seconds));
  if (what === 'watched') return logText('live.watchedView', { length, pictures: amountOf('pictures', count) });
  if (isStopped(end)) return logText('live.stoppedView', { name: String(startedBy), ran: length });
  return withEnd(logText('live.hadView', { length }), 'view', end);
}

function lengthWords(all: number): string {
  const [minutes, rest] = [Math.floor(all / 60), all % 60];
  const seconds = logText('live.seconds', { count: rest });
  if (minutes === 0) return seconds;
  const whole = logText('live.minutes', { count: minutes });
  return rest === 0 ? whole : logText('live.both', { minutes: whole, seconds });
}

/** Describes that a report about the device is mailed each week, or not any more. Entries of earlier versions say when in words. */
export function reportWords({ what, to, when, zone }: Readonly<AuditDetails>, reader: LogReader): string {
  if (what === 'ended') return logText(`report.ended.${reader}`, { to: String(to) });
  return zone === undefined
    ? logText(`report.hasAt.${reader}`, { to: String(to), when: String(when) })
    : logText(`report.has.${reader}`, { to: String(to), zone: String(zone) });
}
