import type { Generated } from 'kysely';

/** A server that uses this database, with its lease. */
export interface GatewayNodeColumns {
  id: string;
  alive_until: Date;
  name: Generated<string>;
  version: Generated<string>;
  address: string | null;
  started_at: Generated<Date>;
  renewed_at: Generated<Date>;
  devices: Generated<number>;
  lag_ms: Generated<number>;
}

/** A server that has ended within the last day. */
export interface EndedServerColumns {
  id: string;
  name: string;
  version: string;
  address: string | null;
  started_at: Date;
  renewed_at: Date;
  ended_at: Generated<Date>;
  devices: number;
  lag_ms: number;
  was_stopped: boolean;
}
