import { rm } from 'node:fs/promises';
import { login } from '@fairwatch/contract';
import { auditSettings } from '../core/audit-key.ts';
import { connectDatabase } from '../core/database/connect.ts';
import { startEmbeddedPostgres } from '../core/database/embedded-postgres.ts';
import type { Database } from '../core/database/schema.ts';
import { findFirstSuperAdmin } from '../core/session/accounts.store.ts';
import { openVault, type Vault } from '../core/vault.ts';
import { freePort } from './free-port.ts';
import { callEndpoint } from './call-endpoint.ts';
import { interrupt, makeDataDir, spawnServer, type ServerProcess } from './server-process.ts';
import type { TestServer } from './test-server.ts';

/** A real server process that a test may kill, and start again at the same address on the same data. */
export interface MortalServer extends Pick<TestServer, 'url' | 'api'> {
  dataDir: string;
  admin: { userId: number };
  /** A way of our own to its database: what a test says about it does not come from the server. */
  services: { db: Database; vault: Vault };
  /** The process as it runs now. */
  process(): ServerProcess;
  /** As by `kill -9`. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const password = 'a long enough password';

export async function startMortalServer(): Promise<MortalServer> {
  const dataDir = await makeDataDir();
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: password, PORT: String(await freePort()), LOG_LEVEL: 'error' };
  let running = spawnServer({ env });
  await running.started;
  const { url } = running;
  const { token } = (await callEndpoint(url, login, { username: 'admin', password })).envelope.data;
  const { connection } = await startEmbeddedPostgres(dataDir);
  const vault = openVault(dataDir);
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
