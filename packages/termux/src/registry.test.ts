import { commandTypes, deviceFeatures, featureOfCommand } from '@fairwatch/contract';
import { createStore } from '@fairwatch/device/core';
import { expect, it } from 'vitest';
import { createCaptureScreens } from './core/capture/capture-screen.ts';
import { termuxOffers } from './core/offers/termux-offers.ts';
import { testTermux } from './core/parse/termux-for-test.ts';
import type { TermuxState } from './core/state/termux-state.ts';
import { createAbilities } from './registry.ts';

it('a phone can carry out exactly what it offers', () => {
  const live = createStore({} as TermuxState);
  const { collectors, acts } = createAbilities({
    termux: testTermux({}),
    folder: { path: '/nowhere' },
    live,
    captures: createCaptureScreens(live),
    liveViews: { visible: async () => undefined, note: () => undefined },
  });
  const able = commandTypes.filter((type) => {
    const feature = featureOfCommand(type);
    // The device client carries out live locations and live views itself.
    return feature ? feature.id in collectors : type in acts || type === 'LIVE_LOCATION' || type === 'LIVE_VIEW';
  });
  expect(able).toEqual(termuxOffers({ has: () => true }).commands);
  expect(Object.keys(collectors).toSorted()).toEqual(Object.keys(deviceFeatures).toSorted());
});
