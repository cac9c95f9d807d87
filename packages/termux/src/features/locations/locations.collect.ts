import { ownZone } from '@fairwatch/contract';
import type { Collect } from '@fairwatch/device/core';
import type { Termux } from '../../core/termux/termux.ts';
import { findPosition } from './find-position.ts';

/** An older position says little about where the person is now. */
const lastAgeMs = 10 * 60 * 1000;

/** Collects the current position as one point. Earlier points stay on the server for their retention time. */
export function collectLocations(termux: Termux, now: () => Date = () => new Date()): Collect<'locations'> {
  return async (work) => {
    const { latitude, longitude, accuracy, at } = await findPosition(termux, { signal: work?.signal, lastAgeMs, now });
    return [
      {
        key: `point-${Math.round(at.getTime() / 1000)}`,
        nickname: '',
        latitude,
        longitude,
        accuracy: Math.round(accuracy),
        address: '',
        timezone: ownZone(),
        localDateTime: at.toISOString(),
      },
    ];
  };
}
