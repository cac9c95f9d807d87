import { freePort } from '../../../packages/server/src/testing/servers/free-port.ts';
import type { OwnProcess, OwnProcesses } from '../core/own-processes.ts';
import { untilListening } from '../core/ports.ts';
import { program } from './programs.ts';

/** A NATS server that can be killed and started again on the same port. */
export interface Nats {
  port: number;
  start(): Promise<void>;
  kill(): Promise<void>;
}

export async function startNats(processes: OwnProcesses): Promise<Nats> {
  const port = await freePort();
  let running: OwnProcess | null = null;
  const nats: Nats = {
    port,
    async start() {
      running = processes.start(program('nats-server'), ['--addr', '127.0.0.1', '--port', String(port)]);
      await untilListening(running, port);
    },
    kill: async () => await running?.end('SIGKILL'),
  };
  await nats.start();
  return nats;
}
