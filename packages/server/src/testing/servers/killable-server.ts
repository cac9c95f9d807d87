import { rm } from 'node:fs/promises';
import { login } from '@fairwatch/contract';
import { auditSettings } from '../../shared/schema/audit-key.ts';
import { connectDatabase } from '../../core/database/connect.ts';
import { startEmbeddedPostgres } from '../../core/database/embedded/embedded-postgres.ts';
import type { Database } from '../../shared/schema/schema.ts';
import { findFirstSuperAdmin } from '../../modules/accounts/accounts.store.ts';
import { openVault, type Vault } from '../../core/vault.ts';
import { freePort } from './free-port.ts';
import { callEndpoint } from '../call-endpoint.ts';
import { interrupt, makeDataDir, spawnServer, type ServerProcess } from './server-process.ts';
import type { TestServer } from './test-server.ts';

/** A real server process that a test may kill, and start again at the same address on the same data. */
export interface KillableServer extends Pick<TestServer, 'url' | 'api'> {
  dataDir: string;
  admin: { userId: number };
  /** A separate connection to the server's database, which does not depend on the server. */
  services: { db: Database; vault: Vault };
  /** The current process. */
  process(): ServerProcess;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const password = 'a long enough password';

export async function startKillableServer(): Promise<KillableServer> {
  const dataDir = await makeDataDir();
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: password, PORT: String(await freePort()), LOG_LEVEL: 'error' };
  let running = spawnServer({ env });
  await running.started;
  const { url } = running;
  const { token } = (await callEndpoint(url, login, { username: 'admin', password })).envelope.data;
  const { connection } = await startEmbeddedPostgres(dataDir);
  const vault = openVault({ dataDir });
  const { db, close } = connectDatabase({ ...connection, max: 2 }, { settings: auditSettings(vault.auditKey) });
  const owner = await findFirstSuperAdmin(db);
  return {
    url,
    dataDir,
    admin: { userId: owner?.id ?? 0 },
    services: { db, vault },
    api: (endpoint, input, as = token) => callEndpoint(url, endpoint, input, as),
    process: () => running,
    async kill() {
      running.child.kill('SIGKILL');
      await running.exited;
    },
    async start() {
      running = spawnServer({ env });
      await running.started;
    },
    async close() {
      await close();
      await interrupt(running);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
