import { EventEmitter } from 'node:events';
import type { Bus } from './bus.ts';

/** Delivers within the process only. */
export function createInProcessBus<Events>(): Bus<Events> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const subscribe: Bus<Events>['subscribe'] = (name, listener) => {
    emitter.on(name, listener);
    return () => emitter.off(name, listener);
  };
  return {
    publish: (name, event) => void emitter.emit(name, event),
    subscribe,
    subscribeLocal: subscribe,
    onGap: () => () => {},
    status: () => ({
      isConnected: true,
      gaps: 0,
      eventsSent: 0,
      batchesSent: 0,
      eventsReceived: 0,
      batchesReceived: 0,
      eventsDropped: 0,
    }),
    close: async () => {},
  };
}
