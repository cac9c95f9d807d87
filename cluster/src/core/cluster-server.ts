import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../../packages/server/src/testing/servers/free-port.ts';
import { root } from '../../../scripts/core/paths.ts';
import { serverProcess } from '../../../scripts/core/server-process.ts';
import { until, type OwnProcess, type OwnProcesses } from './own-processes.ts';

/** A liveness and a readiness that balancers ask for. */
const readyPath = '/health/ready';

const startWithinMs = 60_000;
const main = path.join(root, 'packages', 'server', 'src', 'main.ts');

export interface ServerOptions {
  name: string;
  env: Readonly<Record<string, string>>;
}

/** One server of the cluster: a process of its own with a folder of its own, which can be killed, stopped and started again. */
export class ClusterServer {
  readonly name: string;
  readonly port: number;
  readonly url: string;
  /** Its environment, for commands that run beside it. */
  readonly env: Readonly<Record<string, string>>;
  readonly #processes: OwnProcesses;
  #running: OwnProcess | null = null;

  constructor(processes: OwnProcesses, port: number, { name, env }: ServerOptions) {
    this.#processes = processes;
    this.name = name;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.env = {
      PATH: process.env['PATH'] ?? '',
      HOST: '127.0.0.1',
      PORT: String(port),
      SERVER_NAME: name,
      DATA_DIR: path.join(processes.folder, `data-${name}-${port}`),
      LOG_LEVEL: 'warn',
      ...env,
    };
  }

  get pid(): number {
    return this.#running?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#running !== null && !this.#running.hasEnded();
  }

  /** What it printed last. */
  output(): string {
    return this.#running?.output() ?? '';
  }

  /** Starts the process, without waiting until it answers. */
  async launch(): Promise<OwnProcess> {
    await mkdir(this.env['DATA_DIR'] ?? '', { recursive: true, mode: 0o700 });
    const args = [...serverProcess.nodeOptions, main];
    const env = { ...serverProcess.environment, ...this.env };
    this.#running = this.#processes.start(process.execPath, args, { cwd: '/', env });
    return this.#running;
  }

  async start(): Promise<void> {
    await this.launch();
    await this.untilReady();
  }

  /** Resolves with the milliseconds that it took. */
  async untilReady(withinMs = startWithinMs): Promise<number> {
    return await until(`${this.name} is ready`, withinMs, async () => {
      if (!this.isRunning) throw new Error(`${this.name} ended: ${this.output().trim()}`);
      return await this.isReady();
    });
  }

  async isReady(): Promise<boolean> {
    return await fetch(`${this.url}${readyPath}`, { signal: AbortSignal.timeout(2000) }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status === 200;
      },
      () => false,
    );
  }

  /** Ends it without warning. */
  async kill(): Promise<void> {
    await this.#running?.end('SIGKILL');
  }

  /** Asks it to end, as a supervisor does. Resolves with the exit code. */
  async drain(): Promise<number | null> {
    this.#running?.signal('SIGTERM');
    return (await this.#running?.exited) ?? null;
  }

  async stop(): Promise<void> {
    await this.#running?.end();
  }

  /** Halts the process in the middle of whatever it does. */
  freeze(): void {
    this.#running?.signal('SIGSTOP');
  }

  thaw(): void {
    this.#running?.signal('SIGCONT');
  }
}

export async function createServer(processes: OwnProcesses, options: ServerOptions): Promise<ClusterServer> {
  return new ClusterServer(processes, await freePort(), options);
}
