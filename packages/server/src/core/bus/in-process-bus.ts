import type { Log } from '../log.ts';
import type { Bus } from './bus.ts';
import { createSubscribers } from './subscribers.ts';

/** Delivers within the process only. */
export function createInProcessBus<Events>(log: Log<'bus.listener_failed'>): Bus<Events> {
  const subscribers = createSubscribers(log);
  return {
    publish: (name, event) => subscribers.deliver(name, event),
    subscribe: subscribers.add,
    subscribeLocal: subscribers.add,
    subscribeRemote: () => () => {},
    onGap: () => () => {},
    status: () => ({
      isConnected: true,
      gaps: 0,
      eventsSent: 0,
      batchesSent: 0,
      eventsReceived: 0,
      batchesReceived: 0,
      batchesForged: 0,
      eventsDropped: 0,
    }),
    close: async () => {},
  };
}
