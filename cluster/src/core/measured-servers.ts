import path from 'node:path';
import { startMeasured, type Measured } from '../../../bench/src/core/measured.ts';
import { connectDatabase } from '../../../packages/server/src/core/database/connect.ts';
import type { Database, Schema } from '../../../packages/server/src/shared/schema/schema.ts';
import type { Parts } from '../parts/parts.ts';
import { prepareGround } from './cluster.ts';

/** The server of the bench `gateway`: it asks for commands from inside, by the function in which the Update endpoint ends. */
const program = 'bench/src/gateway.server.ts';

/** Starts servers of one new cluster that can be measured from inside, one after the other, and connects to their database. */
export async function startMeasuredServers(
  parts: Parts,
  names: readonly string[],
  onClose: (close: () => Promise<unknown>) => void,
): Promise<{ servers: Measured[]; db: Database }> {
  const { processes } = parts;
  const ground = await prepareGround(parts);
  const servers: Measured[] = [];
  for (const name of names) {
    const env = { ...ground.env, SERVER_NAME: name, DATA_DIR: path.join(processes.folder, name), LOG_LEVEL: 'warn' };
    const server = await startMeasured(program, env);
    onClose(server.stop);
    processes.adopt(server.pid, 'SIGKILL');
    servers.push(server);
  }
  const { db, close } = connectDatabase<Schema>({ ...ground.connection, max: 1 });
  onClose(close);
  return { servers, db };
}
