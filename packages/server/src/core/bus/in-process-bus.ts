import type { Log } from '../log.ts';
import { noTraffic, type Bus } from './bus.ts';
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
    status: () => ({ isConnected: true, ...noTraffic }),
    close: async () => {},
  };
}
