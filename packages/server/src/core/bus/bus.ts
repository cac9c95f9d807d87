/**
 * Whom an event reaches. LOCAL: the parts of this server. CLUSTER: those of every server, together with others of the next milliseconds.
 * CLUSTER_AT_ONCE: those of every server without waiting for others, for events that take something away from somebody.
 */
export type EventScope = 'LOCAL' | 'CLUSTER' | 'CLUSTER_AT_ONCE';

/** How the connection to the other servers is, and what went over it since the start. */
export interface BusStatus {
  /** False while the other servers cannot be told anything. */
  isConnected: boolean;
  /** How often events of other servers may have been lost. */
  gaps: number;
  eventsSent: number;
  batchesSent: number;
  eventsReceived: number;
  batchesReceived: number;
  /** Messages without the signature of a server of this installation, and those that were sent again. They were dropped. */
  batchesForged: number;
  /** Events that were not sent because the connection was down or too slow. */
  eventsDropped: number;
}

/** The counts of a bus that has just started. */
export const noTraffic: Omit<BusStatus, 'isConnected'> = {
  gaps: 0,
  eventsSent: 0,
  batchesSent: 0,
  eventsReceived: 0,
  batchesReceived: 0,
  batchesForged: 0,
  eventsDropped: 0,
};

/**
 * Publishes events to subscribers. What they say is in the database already, so a lost event delays something and loses nothing. A subscriber
 * that fails is logged; neither the publisher nor the other subscribers notice.
 */
export interface Bus<Events> {
  /** Delivers the event to the subscribers in this process at once, and to those of the other servers soon if it is for all. */
  publish<Name extends keyof Events & string>(name: Name, event: Events[Name]): void;
  /** Returns the function that unsubscribes. */
  subscribe<Name extends keyof Events & string>(name: Name, listener: (event: Events[Name]) => void): () => void;
  /**
   * Like `subscribe`, but only for events that this server published: for work in the database that follows from an event and that one
   * server has to do, not each.
   */
  subscribeLocal<Name extends keyof Events & string>(name: Name, listener: (event: Events[Name]) => void): () => void;
  /**
   * Like `subscribe`, but only for events of other servers: they say where to look. Whoever deletes, ends or closes something because of one
   * reads from the database first whether it is so. What this server published itself it has just written.
   */
  subscribeRemote<Name extends keyof Events & string>(name: Name, listener: (event: Events[Name]) => void): () => void;
  /**
   * Calls the listener when events of other servers may have been lost, and every two seconds while they cannot arrive: it reads from the
   * database what it would have learned from them. Never called within one process. Returns the function that unsubscribes.
   */
  onGap(listener: () => void): () => void;
  status(): BusStatus;
  /** Sends what waits to the other servers and ends the connection to them. */
  close(): Promise<void>;
}
