import { amount, type AuditDetails } from '@fairwatch/contract';

/** The reasons of an end that nobody chose, after "it ended because". */
const endWords: Readonly<Record<string, string>> = {
  WITHDRAWN: 'the camera is no longer shared',
  PAUSED: 'sharing was paused',
  NOTICE_HIDDEN: 'the note that this device is supervised was not shown',
  OUTSIDE_HOURS: 'the sharing hours were over',
  ACCESS_LOST: 'the admin may not see this device any more',
  LEFT: 'the device left',
  PAGE_HIDDEN: 'the page was left or the screen was locked',
  CAMERA_LOST: 'the camera was not available any more',
  DISCONNECTED: 'the connection was lost',
  UNWATCHED: 'nobody watched any more',
  BAD_FRAMES: 'the device sent something else than pictures',
};

/** Describes a live view that has ended, or that somebody began to watch it or has watched it. */
export function liveViewWords({ what, seconds = 0, count = 0, end, startedBy }: Readonly<AuditDetails>): string {
  if (what === 'joined') return 'began to watch the live view';
  const length = lengthWords(Number(seconds));
  if (what === 'watched') return `watched the live view for ${length}, ${amount(count, ['picture', 'pictures'])}`;
  if (end === 'STOPPED_BY_PERSON' || end === 'STOPPED_BY_ADMIN') {
    return `stopped the live view that ${String(startedBy)} had started, after ${length}`;
  }
  const why = endWords[String(end)];
  return `had a live view for ${length}${why === undefined ? '' : `; it ended because ${why}`}`;
}

function lengthWords(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes === 0) return amount(seconds, ['second', 'seconds']);
  const whole = amount(minutes, ['minute', 'minutes']);
  return rest === 0 ? whole : `${whole} and ${amount(rest, ['second', 'seconds'])}`;
}
