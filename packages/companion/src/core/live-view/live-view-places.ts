import type { PendingRequest } from '@fairwatch/device/core';
import type { LiveState } from '../live/live-state.ts';

type Asked = Pick<LiveState, 'requests' | 'liveView'>;

/** The live view that the person is asked for; null when nobody asks. */
export function askedLiveView({ requests }: Pick<Asked, 'requests'>): PendingRequest | null {
  return requests.find(({ commandType }) => commandType === 'LIVE_VIEW') ?? null;
}

/** A live view fills the screen while the person is asked, and until its countdown is over. */
export function coversScreen(live: Asked): boolean {
  return live.liveView?.phase === 'COUNTDOWN' || askedLiveView(live) !== null;
}

/**
 * While the camera is live, and until the person has read how it ended, notes of what was captured are in its bar: they must not cover
 * Stop.
 */
export function showsNotesInBar({ liveView, liveViewEnd }: Pick<LiveState, 'liveView' | 'liveViewEnd'>): boolean {
  return liveView !== null || liveViewEnd !== null;
}
