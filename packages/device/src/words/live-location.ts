import type { LiveEnd } from '@fairwatch/contract';
import type { EndedLive, RunningLive } from '../core/index.ts';
import { timeText } from './times.ts';

const endings: Readonly<Record<LiveEnd, string>> = {
  OVER: 'its time was over',
  STOPPED_BY_PERSON: 'you stopped it',
  STOPPED_BY_ADMIN: 'an admin stopped it',
  WITHDRAWN: 'you no longer share your location',
  PAUSED: 'you paused sharing',
  NOTICE_HIDDEN: 'the note that this phone is supervised was not shown',
  OUTSIDE_HOURS: 'your sharing hours are over',
  ACCESS_LOST: 'they may not follow this phone any more',
  LEFT: 'this phone has left',
};

/** Who follows the person, and until when. */
export function liveRunningText({ requestedBy, until }: Pick<RunningLive, 'requestedBy' | 'until'>): string {
  return `${requestedBy} follows your live location until ${timeText(until)}`;
}

/** How a live location ended, and how much was sent. */
export function liveEndText({ requestedBy, end, points }: EndedLive): string {
  const sent = points === 1 ? '1 point was sent' : `${points} points were sent`;
  return `The live location for ${requestedBy} has ended: ${endings[end]}. ${sent}.`;
}
