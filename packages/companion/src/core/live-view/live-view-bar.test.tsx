import { createStore, type EndedLiveView, type RunningLiveView } from '@fairwatch/device/core';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { mount, press } from '../components/mount-for-test.tsx';
import { CompanionContext } from '../live/companion-context.ts';
import type { LiveCamera } from '../live/live-state.ts';
import { LiveViewBar } from './live-view-bar.tsx';

const running: RunningLiveView = {
  sessionId: 7,
  requestedBy: 'maria',
  reason: 'The printer is broken',
  phase: 'LIVE',
  secondsLeft: 0,
  until: new Date(Date.now() + 125_500),
  camera: 'BACK',
  sound: true,
  viewers: [],
  viewerCount: 0,
  stills: 0,
};

function cameraWith(changes: Partial<LiveCamera> = {}): LiveCamera {
  return {
    preview: new MediaStream(),
    isMirrored: false,
    canTurn: true,
    isTurning: false,
    hasSound: true,
    isMuted: false,
    problem: null,
    turn: vi.fn<() => void>(),
    mute: vi.fn<(isMuted: boolean) => void>(),
    ...changes,
  };
}

interface Shown {
  liveView: RunningLiveView | null;
  liveViewEnd: EndedLiveView | null;
  liveCamera: LiveCamera | null;
  captureNotes: readonly string[];
}

/** A companion that has only what the bar uses. */
function draw(shown: Partial<Shown>) {
  const live = createStore<Shown>({ liveView: null, liveViewEnd: null, liveCamera: null, captureNotes: [], ...shown });
  const stopLiveView = vi.fn<() => void>();
  const companion = { live, client: { stopLiveView }, dismissLiveViewEnd: () => live.set({ liveViewEnd: null }) };
  const box = mount(
    <CompanionContext value={companion as never}>
      <LiveViewBar />
    </CompanionContext>,
  );
  const spoken = () => [...box.querySelectorAll('output')].map(({ textContent }) => textContent).filter(Boolean);
  const change = async (changes: Partial<Shown>) => await act(async () => live.set(changes));
  return { box, live, stopLiveView, spoken, change };
}

const buttons = (box: Element) => [...box.querySelectorAll('button')].map(({ textContent }) => textContent);

describe('the bar of a live view', () => {
  it('says who may see it, why and how long, and that nobody watches yet, and stops it', async () => {
    const { box, stopLiveView } = draw({ liveView: running, liveCamera: cameraWith() });
    for (const part of ['maria may see a live picture', 'with sound', 'The printer is broken', 'No picture is sent']) {
      expect(box.textContent).toContain(part);
    }
    expect(box.querySelector('[role=timer]')?.textContent).toMatch(/^2:0[56]$/);
    expect(box.querySelector('video')).not.toBeNull();
    await press(box, 'Stop');
    expect(stopLiveView).toHaveBeenCalledTimes(1);
  });

  it('names who watches, and tells it to screen readers only when it changes', async () => {
    const { spoken, change } = draw({ liveView: running, liveCamera: cameraWith() });
    expect(spoken()).toHaveLength(2);
    await change({ liveView: { ...running, viewers: ['maria', 'jo'], viewerCount: 3 } });
    expect(spoken().at(1)).toBe('Watching now: maria, jo and 1 more.');
  });

  it('turns the camera and mutes the sound', async () => {
    const camera = cameraWith();
    const { box, change } = draw({ liveView: running, liveCamera: camera });
    await press(box, 'Turn camera');
    await press(box, 'Mute');
    expect(camera.turn).toHaveBeenCalledTimes(1);
    expect(camera.mute).toHaveBeenCalledWith(true);
    await change({ liveCamera: { ...camera, isMuted: true } });
    expect(box.textContent).toContain('Muted');
    await press(box, 'Unmute');
    expect(camera.mute).toHaveBeenLastCalledWith(false);
  });

  it('offers neither without another camera and without sound, and says when there is no sound after all', () => {
    const liveCamera = cameraWith({ canTurn: false, hasSound: false });
    const { box } = draw({ liveView: running, liveCamera });
    expect(buttons(box)).toEqual(['Stop']);
    expect(box.textContent).toContain('Without sound');
    expect(box.textContent).not.toContain('with sound');
  });

  it('tells when a picture was kept', async () => {
    const { box, change } = draw({ liveView: running, liveCamera: cameraWith() });
    await change({
      liveView: { ...running, stills: 2 },
      captureNotes: ['jo kept a picture.', 'maria kept a picture.'],
    });
    expect(box.textContent).toContain('jo kept a picture. 2 pictures were kept as photos.');
  });

  it('says once how it ended', async () => {
    const { box, live } = draw({
      liveViewEnd: { ...running, stills: 1, end: 'PAGE_HIDDEN' },
      captureNotes: ['jo kept a picture.'],
    });
    expect(box.textContent).toContain('has ended: the page was left or the phone was locked');
    expect(box.textContent).toContain('jo kept a picture.');
    await press(box, 'OK');
    expect(box.textContent).toBe('');
    expect(live.get().captureNotes).toEqual([]);
  });

  it('is empty while there is none, and during the countdown, which fills the screen', () => {
    expect(draw({}).box.textContent).toBe('');
    expect(draw({ liveView: { ...running, phase: 'COUNTDOWN' } }).box.textContent).toBe('');
  });
});
