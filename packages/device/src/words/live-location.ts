import { translator } from '@fairwatch/contract';
import type { EndedLive, RunningLive } from '../core/index.ts';
import texts from './texts/live-location.texts.json' with { type: 'json' };
import { timeText } from './times.ts';

const liveWords = translator('device/live-location', texts);

/** Who follows the person, and until when. */
export function liveRunningText({ requestedBy, until }: Pick<RunningLive, 'requestedBy' | 'until'>): string {
  return liveWords('running', { requestedBy, until: timeText(until) });
}

/** How a live location ended, and how much was sent. */
export function liveEndText({ requestedBy, end, points }: EndedLive): string {
  return liveWords('ended', { requestedBy, why: liveWords(`why.${end}`), count: points });
}
