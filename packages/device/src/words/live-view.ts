import { translator, type Camera, namesText } from '@fairwatch/contract';
import type { EndedLiveView, RunningLiveView } from '../core/index.ts';
import texts from './texts/live-view.texts.json' with { type: 'json' };
import { timeText } from './times.ts';

/** What is said about live views. */
export const liveViewWords = translator('device/live-view', texts);

interface Asked {
  requestedBy: string;
  minutes: number;
  camera: Camera;
  sound: boolean;
}

/** Who asks to see what, and for how long: the heading of the request. */
export function liveViewRequestTitle({ requestedBy, minutes, camera, sound }: Asked): string {
  const facts = { requestedBy, camera: cameraText(camera), count: minutes };
  return liveViewWords(sound ? 'asksWithSound' : 'asks', facts);
}

/** What somebody may do who is allowed to see it. */
export function liveViewAllowedText({ minutes, sound }: Pick<Asked, 'minutes' | 'sound'>): string {
  return liveViewWords(sound ? 'allowedWithSound' : 'allowed', { count: minutes });
}

/** That it is about to begin, or who may see it until when. */
export function liveViewRunningText(running: RunningLiveView): string {
  const { phase, requestedBy, camera, secondsLeft, until, sound } = running;
  const facts = { requestedBy, camera: cameraText(camera) };
  if (phase === 'COUNTDOWN') return liveViewWords('startsIn', { ...facts, count: secondsLeft });
  const time = timeText(until.toISOString());
  return liveViewWords(sound ? 'runningWithSound' : 'running', { ...facts, until: time });
}

/** Who watches now: the names, as far as they are known, and how many there are. */
export function liveViewersText({ viewers, viewerCount }: Pick<RunningLiveView, 'viewers' | 'viewerCount'>): string {
  if (viewerCount === 0) return liveViewWords('watched.nobody');
  if (viewers.length === 0) return liveViewWords('watched.count', { count: viewerCount });
  const names = namesText(viewers);
  const more = viewerCount - viewers.length;
  return more > 0 ? liveViewWords('watched.more', { names, count: more }) : liveViewWords('watched.all', { names });
}

/** How many pictures were kept; an empty text for none. */
export function liveViewStillsText({ stills }: Pick<RunningLiveView, 'stills'>): string {
  return stills === 0 ? '' : liveViewWords('stills', { count: stills });
}

/** How a live view ended, and what was kept of it. */
export function liveViewEndText(ended: EndedLiveView): string {
  const { requestedBy, end } = ended;
  const text = liveViewWords('ended', { requestedBy, why: liveViewWords(`why.${end}`) });
  return `${text} ${liveViewStillsText(ended)}`.trim();
}

function cameraText(camera: Camera): string {
  return liveViewWords(`camera.${camera}`);
}
