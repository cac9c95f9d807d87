import { expect, it } from 'vitest';
import { coversScreen, showsNotesInBar } from './live-view-places.ts';

const asked = [{ commandType: 'LIVE_VIEW' }] as never;
const live = { phase: 'LIVE' } as never;

it('fills the screen while it is asked for and counts down, and not while it runs', () => {
  expect(coversScreen({ requests: asked, liveView: null })).toBe(true);
  expect(coversScreen({ requests: [], liveView: { phase: 'COUNTDOWN' } as never })).toBe(true);
  expect(coversScreen({ requests: [], liveView: live })).toBe(false);
  expect(coversScreen({ requests: [{ commandType: 'CAPTURE_PHOTO' }] as never, liveView: null })).toBe(false);
});

it('takes notes of captures into its bar, until its end was read', () => {
  expect(showsNotesInBar({ liveView: live, liveViewEnd: null })).toBe(true);
  expect(showsNotesInBar({ liveView: null, liveViewEnd: live })).toBe(true);
  expect(showsNotesInBar({ liveView: null, liveViewEnd: null })).toBe(false);
});
