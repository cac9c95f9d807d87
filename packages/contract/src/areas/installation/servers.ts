import { z } from 'zod/mini';
import { endpoint } from '../../shared/endpoint.ts';

/**
 * `LATE` renews its lease late, as a server does that has too much to do. `GONE` let its lease run out: it was killed, or cannot
 * reach the database. `STOPPED` was stopped by its owner.
 */
export const serverStates = ['ALIVE', 'LATE', 'GONE', 'STOPPED'] as const;
export type ServerState = (typeof serverStates)[number];

/** One server of the installation. */
export const serverInfo = z.object({
  /** Another one for each start. */
  id: z.string(),
  /** SERVER_NAME, or the name of its machine. */
  name: z.string(),
  version: z.string(),
  /** Where this one can be called, past the balancer; null when it does not know. */
  address: z.nullable(z.string()),
  state: z.enum(serverStates),
  /** This server has answered the call. */
  isThis: z.boolean(),
  startedAt: z.string(),
  /** When it was last heard of. */
  renewedAt: z.string(),
  /** Until when its devices count as online without another renewal; null for a server that has ended. */
  leaseUntil: z.nullable(z.string()),
  /** When it was stopped or found gone; null while it runs. */
  endedAt: z.nullable(z.string()),
  /** How many devices were connected at the last renewal. */
  devices: z.int(),
  /** By how much the last renewal was late. */
  lagMs: z.int(),
});
export type ServerInfo = z.infer<typeof serverInfo>;

/** Servers that ended are listed for a day, unless one of the same name has started since. */
export const serverList = endpoint({
  path: 'server/list',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'The servers of this installation',
  input: z.strictObject({}),
  output: z.object({
    /** True when further servers can join: NATS_URL is set. */
    isCluster: z.boolean(),
    servers: z.array(serverInfo),
  }),
});
