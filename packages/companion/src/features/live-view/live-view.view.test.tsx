import { createStore, type PendingRequest, type RunningLiveView } from '@fairwatch/device/core';
import { expect, it, vi } from 'vitest';
import { mount, press } from '../../core/components/mount-for-test.tsx';
import { CompanionContext } from '../../core/live/companion-context.ts';
import { LiveViewView } from './live-view.view.tsx';

function draw(state: { requests?: readonly PendingRequest[]; liveView?: RunningLiveView; liveCamera?: object }) {
  const live = createStore({ requests: [], liveView: null, liveViewEnd: null, liveCamera: null, ...state });
  const stopLiveView = vi.fn<() => void>();
  const box = mount(
    <CompanionContext value={{ live, client: { stopLiveView } } as never}>
      <LiveViewView />
    </CompanionContext>,
  );
  return { box, stopLiveView };
}

function request(changes: Partial<PendingRequest> = {}): PendingRequest {
  return {
    commandId: 7,
    commandType: 'LIVE_VIEW',
    requestedBy: 'maria',
    reason: 'The printer is broken',
    minutes: 3,
    camera: 'BACK',
    sound: true,
    expiresAt: new Date(),
    seen: vi.fn<() => void>(),
    accept: vi.fn<() => void>(),
    decline: vi.fn<() => void>(),
    ...changes,
  };
}

const running: RunningLiveView = {
  sessionId: 7,
  requestedBy: 'maria',
  reason: null,
  phase: 'COUNTDOWN',
  secondsLeft: 2,
  until: new Date(),
  camera: 'BACK',
  sound: false,
  viewers: [],
  viewerCount: 0,
  stills: 0,
};

it('asks who, why, how long, which camera and with sound or not, on the whole screen', async () => {
  const asked = request();
  const { box } = draw({ requests: [asked] });
  expect(box.querySelector('dialog')?.open).toBe(true);
  for (const part of [
    'maria',
    'The printer is broken',
    '3 minutes',
    'back camera',
    'with sound',
    'stop it at any time',
  ]) {
    expect(box.textContent).toContain(part);
  }
  await press(box, 'Decline');
  expect(asked.decline).toHaveBeenCalledTimes(1);
  await press(box, 'Allow for 3 minutes');
  expect(asked.accept).toHaveBeenCalledTimes(1);
});

it('takes Escape for no, and no key for yes', () => {
  const asked = request({ sound: false });
  const { box } = draw({ requests: [asked] });
  expect(document.activeElement?.tagName).toBe('H1');
  box.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }));
  expect([asked.decline, asked.accept].map((answer) => vi.mocked(answer).mock.calls.length)).toEqual([1, 0]);
  expect(box.textContent).toContain('without sound');
});

it('shows nothing for other requests, which are asked on a card', () => {
  expect(draw({ requests: [request({ commandType: 'CAPTURE_PHOTO', camera: null })] }).box.textContent).toBe('');
});

it('counts down only once the camera is open, and can be stopped before', async () => {
  const opening = draw({ liveView: running });
  expect(opening.box.textContent).toContain('Your browser may ask');
  await press(opening.box, 'Stop');
  expect(opening.stopLiveView).toHaveBeenCalledTimes(1);
  const open = draw({ liveView: running, liveCamera: { preview: new MediaStream(), isMirrored: false } });
  expect(open.box.querySelector('video')).not.toBeNull();
  expect(open.box.textContent).toContain('It starts in 3 seconds');
});
