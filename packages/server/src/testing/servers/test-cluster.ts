import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bus } from '../../core/bus/bus.ts';
import { createInProcessFrames } from '../../core/bus/frame-relay.ts';
import { createInProcessBus } from '../../core/bus/in-process-bus.ts';
import type { Config } from '../../core/config/config.ts';
import { connectDatabase } from '../../core/database/connect.ts';
import { createLog } from '../../core/log.ts';
import { openVault } from '../../core/vault.ts';
import { auditSettings } from '../../shared/schema/audit-key.ts';
import type { Schema } from '../../shared/schema/schema.ts';
import { eventScopes, type BusEvents } from '../../shared/server-bus.ts';
import { createTestDatabase } from './test-database.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** The connections of a server's pool. */
const poolSize = 10;

/** A server of a cluster in this process, with a pool of its own. */
export interface ClusterServer extends TestServer {
  /**
   * Holds everything that the server reads and writes through its pool, as if the process were stopped with frames in its memory. The
   * returned function lets it go on.
   */
  stall(): Promise<() => Promise<void>>;
}

export interface TestCluster {
  servers: readonly ClusterServer[];
  /** While true, no server learns of the events of the others. */
  isBusCut: boolean;
  close(): Promise<void>;
}

/** Starts servers on one database, whose events reach each other. */
export async function startTestCluster(size = 2, config: Partial<Config> = {}): Promise<TestCluster> {
  const vaultDir = await mkdtemp(join(tmpdir(), 'fairwatch-vault-'));
  const vault = openVault({ dataDir: vaultDir });
  const database = await createTestDatabase({ auditKeys: vault.auditKey });
  const buses: LinkedBus[] = [];
  const frames = createInProcessFrames();
  const pools: (() => Promise<void>)[] = [];
  const cluster: TestCluster = {
    servers: [],
    isBusCut: false,
    async close() {
      for (const server of cluster.servers) await server.close();
      for (const close of pools) await close();
      await database.close();
      await rm(vaultDir, { recursive: true, force: true });
    },
  };

  async function start(place: number): Promise<ClusterServer> {
    const { db, close } = connectDatabase<Schema>(
      { ...database.connection, max: poolSize },
      { settings: auditSettings(vault.auditKey) },
    );
    pools.push(close);
    const bus = linkedBus(buses, () => !cluster.isBusCut);
    const server = await startTestServer({
      ...config,
      databaseUrl: database.url,
      shared: { db, url: database.url },
      infrastructure: { vault, bus, frames, server: { id: randomUUID(), name: `server-${place}`, isCluster: true } },
    });
    let closing: Promise<void> | undefined;
    return {
      ...server,
      close: () => (closing ??= server.close()),
      async stall() {
        const { promise: released, resolve: release } = Promise.withResolvers<void>();
        const held = Array.from({ length: poolSize }, () => {
          const taken = Promise.withResolvers<void>();
          const done = db.connection().execute(async () => {
            taken.resolve();
            await released;
          });
          return { taken: taken.promise, done };
        });
        await Promise.all(held.map(({ taken }) => taken));
        return async () => {
          release();
          await Promise.all(held.map(({ done }) => done));
        };
      },
    };
  }

  cluster.servers = await Promise.all(Array.from({ length: size }, (_, place) => start(place)));
  return cluster;
}

interface LinkedBus {
  all: Bus<BusEvents>;
  remote: Bus<BusEvents>;
}

const openLocalBus = () => createInProcessBus<BusEvents>(createLog('error'));

/** A bus whose CLUSTER events also reach the others, while they are linked. */
function linkedBus(buses: LinkedBus[], isLinked: () => boolean): Bus<BusEvents> {
  const [own, local, remote] = [openLocalBus(), openLocalBus(), openLocalBus()];
  buses.push({ all: own, remote });
  return {
    ...own,
    subscribeLocal: local.subscribe,
    subscribeRemote: remote.subscribe,
    publish(name, event) {
      local.publish(name, event);
      own.publish(name, event);
      if (eventScopes[name] === 'LOCAL' || !isLinked()) return;
      for (const other of buses) {
        if (other.all === own) continue;
        other.all.publish(name, event);
        other.remote.publish(name, event);
      }
    },
  };
}
