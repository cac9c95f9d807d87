import type { Client } from 'pg';
import { version } from '@fairwatch/contract';
import { connectClient, databaseOver } from '../../core/database/connect.ts';
import type { Infrastructure } from '../infrastructure.ts';
import type { Database, Schema } from '../schema/schema.ts';
import type { Availability } from '../services/availability.ts';
import { renewNode, type NodeReport } from './presence.store.ts';
import { ownAddress } from '../../core/http/connections/listen-address.ts';

/** How long a renewal is valid. A server that does not renew it counts as dead, and its devices as offline. */
export const leaseMs = 15_000;
const renewEveryMs = 5000;
/** How long connecting and renewing may each take, so that a dead connection is noticed soon after the next renewal is due. */
const renewWithinMs = 3000;

interface ServerLease {
  /** Renews the lease unless it was renewed a moment ago. The row of this server is there afterwards. */
  ensure(): Promise<void>;
  /** Stops renewing. The caller removes the row. */
  close(): Promise<void>;
}

interface LeaseListener {
  /** How many devices are connected. */
  devices(): number;
  /** Other servers took this one for dead, for instance after a long stall: its devices count as offline. */
  onMissing(): void;
  /** The lease has run out, and PostgreSQL cannot be reached. Only in a cluster. */
  onLost(): void;
  /** The lease was lost and is renewed. */
  onRegained(): void;
}

type Parts = Pick<Infrastructure, 'config' | 'db' | 'log' | 'scheduler' | 'server'> & { availability: Availability };

/**
 * Renews the lease of this server on a timer of its own. In a cluster it also has a connection of its own, so that neither long jobs nor
 * a busy pool let the lease run out while the server is well.
 */
export function createServerLease(
  parts: Parts,
  { devices, onMissing, onLost, onRegained }: LeaseListener,
): ServerLease {
  const { log, scheduler, server, availability } = parts;
  const { lease } = availability;
  const connection = openConnection(parts);
  const report = createServerReport(parts);
  const startedAt = scheduler.now();
  let renewing: Promise<void> | null = null;

  async function renewNow(): Promise<void> {
    const begunAt = scheduler.now();
    const dueAt = lease.renewedAt === null ? begunAt : lease.renewedAt + renewEveryMs;
    const late = Math.max(0, begunAt - dueAt);
    const isMissing = await renewNode(await connection.use(), report({ devices: devices(), lagMs: late }), leaseMs);
    lease.lagMs = Math.max(0, scheduler.now() - dueAt);
    const [isFirst, wasLost] = [lease.renewedAt === null, lease.isLost];
    // The database counts from a moment after this one, so the lease never seems longer here than it is there.
    lease.renewedAt = begunAt;
    lease.isLost = false;
    if (wasLost) {
      log.warn({ event: 'presence.lease_regained' }, 'The lease is renewed, and devices are taken again');
      onRegained();
    } else if (isMissing && !isFirst) onMissing();
  }

  /** One renewal at a time: whoever needs another one waits for the one under way. */
  function renew(): Promise<void> {
    renewing ??= renewNow()
      .catch(async (error: unknown) => {
        await connection.reset();
        noteFailure();
        throw error;
      })
      .finally(() => (renewing = null));
    return renewing;
  }

  function noteFailure(): void {
    const age = scheduler.now() - (lease.renewedAt ?? startedAt);
    if (!server.isCluster || lease.isLost || age <= leaseMs) return;
    lease.isLost = true;
    log.error({ event: 'presence.lease_lost', ageMs: age }, 'The lease has run out, and all devices are let go');
    onLost();
  }

  async function renewOrLog(): Promise<void> {
    await renew().catch((error: unknown) =>
      log.error({ err: error, event: 'presence.lease_not_renewed' }, 'Failed to renew the lease'),
    );
  }
  void renewOrLog();
  const stop = scheduler.every(renewEveryMs, renewOrLog);

  return {
    async ensure() {
      const age = scheduler.now() - (lease.renewedAt ?? Number.NEGATIVE_INFINITY);
      if (age > leaseMs / 2 || age < 0) await renew();
    },
    async close() {
      stop();
      await renewing?.catch(() => {});
      await connection.reset();
    },
  };
}

interface LeaseConnection {
  use(): Promise<Database>;
  /** Closes the connection; the next use opens another. */
  reset(): Promise<void>;
}

function openConnection({ config, db, server }: Parts): LeaseConnection {
  const { databaseUrl } = config;
  if (!server.isCluster || databaseUrl === null) return { use: async () => db, reset: async () => {} };
  let client: Client | null = null;
  return {
    async use() {
      client ??= await connectClient({
        connectionString: databaseUrl,
        keepAlive: true,
        connectionTimeoutMillis: renewWithinMs,
        statement_timeout: renewWithinMs,
        query_timeout: renewWithinMs,
        application_name: `Fairwatch lease of ${config.serverName}`,
      });
      return databaseOver<Schema>(client);
    },
    async reset() {
      const ended = client;
      client = null;
      // Not awaited when PostgreSQL cannot be reached: the goodbye would wait for the network.
      void ended?.end().catch(() => {});
    },
  };
}

/** The largest value of an integer column. */
const maxInteger = 2 ** 31 - 1;

/** Returns the function that makes what this server tells about itself with each renewal of its lease. */
function createServerReport({
  server,
  config,
}: Pick<Infrastructure, 'server' | 'config'>): (now: Pick<NodeReport, 'devices' | 'lagMs'>) => NodeReport {
  const { id, name } = server;
  const about = { id, name, version, address: ownAddress(config), startedAt: new Date() };
  return ({ devices, lagMs }) => ({ ...about, devices, lagMs: Math.min(Math.max(0, Math.round(lagMs)), maxInteger) });
}
