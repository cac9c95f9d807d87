import { liveViewEnds } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import type { RunningLiveView } from '../core/index.ts';
import { liveViewEndText, liveViewersText, liveViewRunningText } from './live-view.ts';
import { allowText, askedFor, followingText, requestTitle } from './requests.ts';

const request = { requestedBy: 'maria', commandType: 'LIVE_VIEW', minutes: 5, camera: 'BACK', sound: true } as const;
const running: RunningLiveView = {
  sessionId: 7,
  requestedBy: 'maria',
  reason: null,
  phase: 'LIVE',
  secondsLeft: 0,
  until: new Date('2026-11-18T12:00:00Z'),
  camera: 'FRONT',
  sound: false,
  viewers: [],
  viewerCount: 0,
  stills: 0,
};

const watched = (viewers: string[], viewerCount: number) => liveViewersText({ viewers, viewerCount });

it('the question names the camera, the length and the sound', () => {
  expect(requestTitle(request)).toBe(
    'maria asks to see a live picture of your back camera, for up to 5 minutes, with sound',
  );
  expect(requestTitle({ ...request, camera: 'FRONT', minutes: 1, sound: false })).toBe(
    'maria asks to see a live picture of your front camera, for up to 1 minute',
  );
  expect(followingText(request)).toContain('hear what the microphone hears for up to 5 minutes');
  expect(followingText({ ...request, sound: false })).toContain('without sound');
  expect(followingText({ commandType: 'LIVE_LOCATION', minutes: 15 })).toContain('follow where you are for 15 minutes');
  expect(followingText({ commandType: 'CAPTURE_PHOTO', minutes: null })).toBeNull();
  expect([allowText(1), allowText(5)]).toEqual(['Allow for 1 minute', 'Allow for 5 minutes']);
  expect(askedFor('LIVE_VIEW')).toBe('a live picture of your camera');
});

it('what runs says for whom and who watches', () => {
  expect(liveViewRunningText({ ...running, phase: 'COUNTDOWN', secondsLeft: 2 })).toBe(
    'In 2: a live picture of your front camera for maria',
  );
  expect(liveViewRunningText(running)).toMatch(/^maria may see a live picture of your front camera until \d/);
  expect(liveViewRunningText({ ...running, sound: true })).toContain('with sound');
  expect([watched([], 0), watched([], 2), watched(['maria', 'jo'], 2), watched(['maria', 'jo'], 4)]).toEqual([
    'Nobody watches right now. No picture is sent.',
    '2 people watch now.',
    'Watching now: maria, jo.',
    'Watching now: maria, jo and 2 more.',
  ]);
});

it('every end has its words, and says what was kept', () => {
  for (const end of liveViewEnds) expect(liveViewEndText({ ...running, end })).toMatch(/has ended: [a-z ,]+\.$/);
  expect(liveViewEndText({ ...running, end: 'OVER', stills: 2 })).toBe(
    'The live picture for maria has ended: its time was over. 2 pictures were kept as photos.',
  );
});
