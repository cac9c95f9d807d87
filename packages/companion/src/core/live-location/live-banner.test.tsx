import { createStore, type EndedLive, type RunningLive } from '@fairwatch/device/core';
import { describe, expect, it, vi } from 'vitest';
import { mount, press } from '../components/mount-for-test.tsx';
import { CompanionContext } from '../live/companion-context.ts';
import { LiveBanner } from './live-banner.tsx';

const running: RunningLive = {
  sessionId: 7,
  requestedBy: 'maria',
  reason: 'To meet you',
  until: '2026-11-17T09:30:00.000Z',
  points: 3,
};

/** A companion that has only what the banner uses. */
function draw(state: { liveLocation: RunningLive | null; liveEnd: EndedLive | null }) {
  const live = createStore(state);
  const stopLiveLocation = vi.fn<() => void>();
  const dismissLiveEnd = () => live.set({ liveEnd: null });
  const companion = { live, client: { stopLiveLocation }, dismissLiveEnd };
  const box = mount(
    <CompanionContext value={companion as never}>
      <LiveBanner />
    </CompanionContext>,
  );
  return { box, stopLiveLocation };
}

describe('the banner of a live location', () => {
  it('says who follows, until when and why, and stops it', async () => {
    const { box, stopLiveLocation } = draw({ liveLocation: running, liveEnd: null });
    const time = new Date(running.until).toLocaleTimeString('en', { timeStyle: 'short' });
    expect(box.textContent).toContain(`maria follows your live location until ${time}`);
    expect(box.textContent).toContain('To meet you');
    await press(box, 'Stop');
    expect(stopLiveLocation).toHaveBeenCalledTimes(1);
  });

  it('says once how it ended', async () => {
    const { box } = draw({ liveLocation: null, liveEnd: { ...running, end: 'STOPPED_BY_ADMIN' } });
    expect(box.textContent).toContain(
      'The live location for maria has ended: an admin stopped it. 3 points were sent.',
    );
    await press(box, 'OK');
    expect(box.textContent).toBe('');
  });

  it('is empty while nobody follows', () => {
    expect(draw({ liveLocation: null, liveEnd: null }).box.textContent).toBe('');
  });
});
