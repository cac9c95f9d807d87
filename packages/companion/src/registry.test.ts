import { commandTypes, featureOfCommand, refusalOf, type CommandType } from '@fairwatch/contract';
import { createStore } from '@fairwatch/device/core';
import { describe, expect, it } from 'vitest';
import { browserOffers } from './core/browser/browser-offers.ts';
import type { LiveState } from './core/live/live-state.ts';
import type { Database } from './core/storage/database.ts';
import { createAbilities } from './registry.ts';

const capable = {
  isSecureContext: true,
  MediaRecorder: {},
  navigator: {
    geolocation: {},
    mediaDevices: { getUserMedia: () => undefined },
    storage: { getDirectory: () => undefined },
  },
} as unknown as Window & typeof globalThis;

const { collectors, acts, watchPosition, openLiveView } = createAbilities({
  database: {} as Database,
  live: createStore<LiveState>({} as LiveState),
});

function isAnswered(type: CommandType): boolean {
  // The device's core carries these out where there are positions, and a camera.
  if (type === 'LIVE_LOCATION') return watchPosition !== undefined;
  if (type === 'LIVE_VIEW') return openLiveView !== undefined;
  const feature = featureOfCommand(type);
  return feature ? collectors[feature.id] !== undefined : acts[type] !== undefined;
}

describe('what a browser offers and what it can do are the same', () => {
  const offers = browserOffers(capable);
  it.each(commandTypes)('%s', (type) => {
    expect(isAnswered(type)).toBe(refusalOf(offers, type) === null);
  });
});
