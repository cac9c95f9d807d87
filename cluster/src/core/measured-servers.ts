import path from 'node:path';
import { startMeasured, type Measured } from '../../../bench/src/core/measured.ts';
import type { Parts } from '../parts/parts.ts';
import type { Ground } from './cluster.ts';

/** The server of the bench `gateway`: it asks for commands from inside, by the function in which the Update endpoint ends. */
const program = 'bench/src/gateway.server.ts';

/** Starts servers of one cluster that can be measured from inside, one after the other. */
export async function startMeasuredServers(
  { processes }: Parts,
  ground: Ground,
  names: readonly string[],
  onClose: (close: () => Promise<unknown>) => void,
): Promise<Measured[]> {
  const servers: Measured[] = [];
  for (const name of names) {
    const env = { ...ground.env, SERVER_NAME: name, DATA_DIR: path.join(processes.folder, name), LOG_LEVEL: 'warn' };
    const server = await startMeasured(program, env);
    onClose(server.stop);
    processes.adopt(server.pid, 'SIGKILL');
    servers.push(server);
  }
  return servers;
}
