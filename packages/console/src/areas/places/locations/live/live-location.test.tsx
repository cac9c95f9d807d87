import type { LiveEnd, LiveSession } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount, press } from '../../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../../core/i18n/i18n.ts';
import { sessionStore } from '../../../../core/session/session-store.ts';
import { trailData } from '../../../../core/map-canvas/trail.ts';
import { FollowButton } from './follow-button.tsx';
import texts from './live-location.texts.json';
import { LivePanel } from './live-panel.tsx';
import type { LiveLocationState } from './use-live-location.ts';

addTexts('live-location', texts);

const allow = (featureAccess: 'FULL_ACCESS' | 'READ_ONLY') =>
  act(() =>
    sessionStore.setProfile({
      adminRole: 'ADMIN',
      featureAccessDTOs: [{ id: 1, featurePermission: 'LOCATION', featureAccess }],
    }),
  );
beforeEach(() => allow('FULL_ACCESS'));
afterEach(() => act(() => sessionStore.logout()));

const session: LiveSession = {
  id: 7,
  deviceId: 3,
  startedBy: 'maria',
  startedAt: new Date().toISOString(),
  until: new Date(Date.now() + 15 * 60_000).toISOString(),
  endedAt: null,
  end: null,
  points: 12,
};

function stateOf(change: Partial<LiveLocationState> = {}): LiveLocationState {
  return {
    session: null,
    trail: [],
    waiting: false,
    start: vi.fn<LiveLocationState['start']>(),
    stop: vi.fn<LiveLocationState['stop']>(),
    sending: false,
    stopping: false,
    reason: null,
    ...change,
  };
}

describe('Follow live', () => {
  it('asks for how long, and says what the person sees', async () => {
    const live = stateOf();
    const { box } = mount(<FollowButton live={live} />);
    await press(box, 'Follow live');
    expect([...box.querySelectorAll('fieldset label')].map(({ textContent }) => textContent)).toEqual([
      '5 min',
      '15 min',
      '30 min',
      '60 min',
    ]);
    expect(box.textContent).toContain('Its person sees that you follow them, until when, and can stop it');
    await act(async () => box.querySelector<HTMLInputElement>('[value="30"]')?.click());
    await press(box, 'Follow');
    expect(live.start).toHaveBeenCalledWith(30);
    expect(box.querySelector('dialog')).toBeNull();
  });

  it('is disabled with a reason, and not there with read-only access', async () => {
    const live = stateOf({ reason: 'It is paused.' });
    const { box } = mount(<FollowButton live={live} />);
    const button = box.querySelector('button');
    await act(async () => button?.click());
    expect([button?.getAttribute('aria-disabled'), box.querySelector('dialog')]).toEqual(['true', null]);
    allow('READ_ONLY');
    expect(mount(<FollowButton live={live} />).box.querySelector('button')).toBeNull();
  });
});

describe('a live location on the page', () => {
  it('says who follows, until when and with how many points, and can be stopped', async () => {
    const live = stateOf({ session });
    const { box } = mount(<LivePanel device={{ id: 3, name: 'Phone' }} live={live} />);
    expect(box.textContent).toContain('maria follows the live location until');
    expect(box.textContent).toContain('12 points');
    await press(box, 'Stop');
    expect(live.stop).toHaveBeenCalledTimes(1);
    allow('READ_ONLY');
    expect(mount(<LivePanel device={{ id: 3, name: 'Phone' }} live={live} />).box.querySelector('button')).toBeNull();
  });

  it('waits for the device, and is not there when there is none', () => {
    expect(
      mount(<LivePanel device={{ id: 3, name: 'Phone' }} live={stateOf({ waiting: true })} />).box.textContent,
    ).toContain('waits for the device');
    expect(
      mount(<LivePanel device={{ id: 3, name: 'Phone' }} live={stateOf()} />).box.querySelector('section'),
    ).toBeNull();
  });

  it.each<[LiveEnd, string]>([
    ['OVER', 'its time was over'],
    ['STOPPED_BY_PERSON', 'the person stopped it'],
    ['WITHDRAWN', 'no longer shared'],
  ])('says why it ended: %s', (end, words) => {
    const ended = { ...session, endedAt: new Date().toISOString(), end };
    const { box } = mount(<LivePanel device={{ id: 3, name: 'Phone' }} live={stateOf({ session: ended })} />);
    expect(box.textContent).toContain(words);
    expect(box.querySelector('button')).toBeNull();
  });
});

it('the trail is a line that ends with the newest point', () => {
  const { features } = trailData([
    [1, 48.2, 16.35],
    [2, 48.21, 16.36],
  ]);
  expect(features.map(({ geometry }) => geometry)).toEqual([
    {
      type: 'LineString',
      coordinates: [
        [16.35, 48.2],
        [16.36, 48.21],
      ],
    },
    { type: 'Point', coordinates: [16.36, 48.21] },
  ]);
  expect(trailData([]).features).toEqual([]);
});
