import type { Stop } from '../jobs/scheduler.ts';

/**
 * Carries frames of a stream, such as pictures, to the servers that listen to it: at most once, in the order of their sender, never stored.
 * It is apart from the bus, so that no event waits behind a frame.
 */
export interface FrameRelay {
  /** Sends a frame to those who listen to this stream on other servers. False when it was not taken: the connection is down or too slow. */
  publish(stream: string, frame: Uint8Array): boolean;
  /** Calls the listener with each frame of this stream. Returns the function that ends it. */
  subscribe(stream: string, listener: (frame: Buffer) => void): Stop;
  close(): Promise<void>;
}

/** Delivers within the process only: to another server of the same process, of which only tests have more than one. */
export function createInProcessFrames(): FrameRelay {
  const listeners = new Map<string, Set<(frame: Buffer) => void>>();
  return {
    publish(stream, frame) {
      for (const listener of listeners.get(stream) ?? []) listener(Buffer.from(frame));
      return true;
    },
    subscribe(stream, listener) {
      const of = listeners.get(stream) ?? new Set();
      listeners.set(stream, of.add(listener));
      return () => {
        of.delete(listener);
        if (of.size === 0) listeners.delete(stream);
      };
    },
    close: async () => {},
  };
}
