import { limits } from '@fairwatch/contract';
import type { LiveDevice } from './live-stream.ts';

/** How long frames may still arrive of a live view that has ended: the device learns of it a moment later. */
const graceMs = 10_000;
/** The WebSocket close code for whoever does not keep the rules. */
const policyViolation = 1008;

/** What a connection sent that belongs to no live view. */
interface Strays {
  count: number;
  /** The live view that ended last. */
  endedId: number;
  endedAt: number;
}

/** Counts frames of connections without a live view, and closes those that flood. */
export interface StrayFrames {
  /** Counts a frame, of the live view that it names. False for one of a live view that has just ended, which is no fault of the device. */
  count(device: LiveDevice, sessionId: number | null, now: number): boolean;
  /** Notes that the live view of a connection has ended. */
  noteEnd(device: LiveDevice, sessionId: number, now: number): void;
}

export function createStrayFrames(): StrayFrames {
  const byDevice = new WeakMap<LiveDevice, Strays>();

  function straysOf(device: LiveDevice): Strays {
    const strays = byDevice.get(device) ?? { count: 0, endedId: 0, endedAt: 0 };
    byDevice.set(device, strays);
    return strays;
  }

  return {
    count(device, sessionId, now) {
      const strays = straysOf(device);
      if (sessionId === strays.endedId && now - strays.endedAt < graceMs) return false;
      strays.count += 1;
      if (strays.count >= limits.liveView.badFrames) device.disconnect(policyViolation, 'pictures without a live view');
      return true;
    },
    noteEnd(device, sessionId, now) {
      const strays = straysOf(device);
      strays.endedId = sessionId;
      strays.endedAt = now;
    },
  };
}
