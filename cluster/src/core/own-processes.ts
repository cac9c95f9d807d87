import { fork, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { GuardMessage } from './guard.process.ts';

/** How long a program may take to end by itself before it is killed. */
const endWithinMs = 15_000;

/** A program that this run has started, in a process group of its own. */
export interface OwnProcess {
  child: ChildProcess;
  pid: number;
  /** The last lines that it printed, to explain a failure. */
  output(): string;
  hasEnded(): boolean;
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code; null after a signal. */
  exited: Promise<number | null>;
  /** Asks it to end with a signal, and kills it when it does not. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

const keptOutput = 4000;

/**
 * All that a run has started. A guard process knows every process group and the temporary folder, and removes them when this process is
 * gone, even after `kill -9`.
 */
export class OwnProcesses {
  readonly folder: string;
  readonly #guard: ChildProcess;
  readonly #running = new Set<OwnProcess>();

  constructor() {
    this.folder = mkdtempSync(path.join(tmpdir(), 'fairwatch-cluster-'));
    // PostgreSQL runs as another user when we are root, and must reach its folder.
    chmodSync(this.folder, 0o755);
    this.#guard = fork(path.join(import.meta.dirname, 'guard.process.ts'), [], {
      execArgv: [],
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#guard.unref();
    this.#guard.channel?.unref();
    this.#tell({ folder: this.folder });
  }

  start(file: string, args: readonly string[], options: SpawnOptions = {}): OwnProcess {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, detached: true });
    return this.#own(child, path.basename(file));
  }

  /** Starts one of our programs with a channel to it. */
  fork(program: string): OwnProcess {
    const child = fork(program, [], { execArgv: [], detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    return this.#own(child, path.basename(program));
  }

  /** Runs a program to its end. Throws with what it printed when it fails. */
  async run(
    file: string,
    args: readonly string[],
    options: SpawnOptions & { withinMs?: number } = {},
  ): Promise<string> {
    const { withinMs = 60_000, ...rest } = options;
    const running = this.start(file, args, rest);
    const code = await Promise.race([running.exited, delay(withinMs, 'late' as const, { ref: false })]);
    if (code === 0) return running.output();
    await running.end('SIGKILL');
    const problem = code === 'late' ? `did not end within ${withinMs / 1000} s` : `ended with ${code}`;
    throw new Error(`${path.basename(file)} ${args[0] ?? ''} ${problem}: ${running.output().trim()}`);
  }

  /** Lets the guard end a process that another part has started, such as PostgreSQL's, with this signal. */
  adopt(pid: number, signal: NodeJS.Signals): () => void {
    this.#tell({ pid, signal });
    return () => this.#tell({ forget: pid });
  }

  /** Ends everything that still runs, and removes the folder. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map((running) => running.end('SIGKILL')));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    if (this.#guard.connected) this.#guard.disconnect();
  }

  #own(child: ChildProcess, name: string): OwnProcess {
    let output = '';
    const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-keptOutput));
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const { pid } = child;
    let hasEnded = pid === undefined;
    const exited = new Promise<number | null>((resolve) => {
      child.once('error', (error) => {
        output += `${name} could not be started: ${error.message}`;
        hasEnded = true;
        resolve(1);
      });
      child.once('exit', (code) => {
        hasEnded = true;
        this.#running.delete(running);
        if (pid !== undefined) this.#tell({ forget: pid });
        resolve(code);
      });
    });
    const signal = (wanted: NodeJS.Signals) => {
      if (!hasEnded && pid !== undefined) sendToGroup(pid, wanted);
    };
    const running: OwnProcess = {
      child,
      pid: pid ?? 0,
      output: () => output,
      hasEnded: () => hasEnded,
      signal,
      exited,
      async end(wanted = 'SIGTERM') {
        signal(wanted);
        // A stopped process cannot end by itself.
        signal('SIGCONT');
        const insisting = setTimeout(() => signal('SIGKILL'), endWithinMs);
        await exited;
        clearTimeout(insisting);
      },
    };
    if (pid !== undefined) {
      this.#running.add(running);
      this.#tell({ pid, signal: 'SIGKILL' });
    }
    return running;
  }

  #tell(message: GuardMessage): void {
    if (this.#guard.connected) this.#guard.send(message, () => undefined);
  }
}

/** Signals a whole process group. A group that is gone is no error. */
function sendToGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** Waits until the condition is true. Throws with `what` after the time. */
export async function until(
  what: string,
  withinMs: number,
  condition: () => boolean | Promise<boolean>,
  everyMs = 50,
): Promise<number> {
  const started = performance.now();
  for (;;) {
    if (await condition()) return performance.now() - started;
    if (performance.now() - started > withinMs) throw new Error(`Not within ${withinMs / 1000} s: ${what}.`);
    await delay(everyMs);
  }
}

/** Waits for the next message of a forked program; rejects when it ends. */
export async function nextMessage<Message>({ child, exited, output }: OwnProcess): Promise<Message> {
  const ended = exited.then((code) => {
    throw new Error(`The process ended with ${code}: ${output().trim()}`);
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [Message];
  return message;
}
