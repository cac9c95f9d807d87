/** The lease of this server, as long as which other servers count its devices as online. */
export interface LeaseState {
  /** When the renewal began that succeeded last, by the scheduler's time; null before the first. */
  renewedAt: number | null;
  /** How late the last renewal was done, in ms. */
  lagMs: number;
  /** True from when the lease ran out, because PostgreSQL could not be reached, until it is renewed. Never in a single server. */
  isLost: boolean;
}

/** Whether this server can take devices and requests now. Parts of the server set it; the health checks of balancers read it. */
export interface Availability {
  lease: LeaseState;
  /** True from when the server lets its devices go before it stops. */
  isDraining: boolean;
}

export function createAvailability(): Availability {
  return { lease: { renewedAt: null, lagMs: 0, isLost: false }, isDraining: false };
}
