import { EventEmitter } from 'node:events';

/** Publishes events to subscribers within the process. The interface allows an adapter for several servers. */
export interface Bus<Events> {
  publish<Name extends keyof Events & string>(name: Name, event: Events[Name]): void;
  /** Returns the function that unsubscribes. */
  subscribe<Name extends keyof Events & string>(name: Name, listener: (event: Events[Name]) => void): () => void;
}

export function createInProcessBus<Events>(): Bus<Events> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    publish: (name, event) => void emitter.emit(name, event),
    subscribe: (name, listener) => {
      emitter.on(name, listener);
      return () => emitter.off(name, listener);
    },
  };
}
