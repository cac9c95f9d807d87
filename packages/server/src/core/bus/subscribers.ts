import { EventEmitter } from 'node:events';
import type { Log } from '../log.ts';

/** The listeners of one kind of subscription, by the names of events. */
export interface Subscribers {
  /** Returns the function that unsubscribes. */
  add<Event>(name: string, listener: (event: Event) => void): () => void;
  /**
   * Calls every listener of this name. One that fails is logged and keeps the event neither from the others nor from whoever published
   * it, whose own work is done already.
   */
  deliver(name: string, event: unknown): void;
}

export function createSubscribers(log: Log<'bus.listener_failed'>): Subscribers {
  const emitter = new EventEmitter().setMaxListeners(0);
  const report = (error: unknown, name: string) =>
    log.error({ err: error, event: 'bus.listener_failed', name }, 'A subscriber failed to handle an event');

  return {
    add(name, listener) {
      emitter.on(name, listener);
      return () => void emitter.off(name, listener);
    },
    deliver(name, event) {
      // A copy: a listener may unsubscribe itself or others.
      for (const listener of emitter.listeners(name)) {
        try {
          const result: unknown = listener(event);
          if (result instanceof Promise) result.catch((error: unknown) => report(error, name));
        } catch (error) {
          report(error, name);
        }
      }
    },
  };
}
