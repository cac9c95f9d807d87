import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { compileCache, root } from './paths.ts';

// A full run has a dozen programs at once, and this process listens for signals for each of them.
process.setMaxListeners(30);

export interface RunOptions {
  /** Collects the output instead of showing it. */
  quiet?: boolean;
  /** The folder in which it runs; by default the top of the repository. */
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  /** After this time the program is ended and counts as failed. */
  timeoutMs?: number;
  /** With how low a priority it runs, as `nice` counts: what somebody waits for comes first. */
  nice?: number;
  /** Leaves it to the caller to end after a signal, which may have other things to close. */
  survivesSignals?: boolean;
}

export interface RunResult {
  ok: boolean;
  output: string;
  /** True when a signal to this process ended it. */
  interrupted: boolean;
}

/** Runs a script on this Node to its end, without standard input. Signals to this process, and its end, end the child, too. */
export function runNode(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: options.cwd ?? root,
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...options.env },
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    if (options.nice !== undefined && child.pid !== undefined) lowerPriority(child.pid, options.nice);
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const deadline = options.timeoutMs === undefined ? undefined : setTimeout(() => end(child), options.timeoutMs);
    const signals = handSignalsOn(child);
    const kill = () => child.kill();
    process.once('exit', kill);
    const finish = (ok: boolean) => {
      clearTimeout(deadline);
      process.off('exit', kill);
      signals.stop();
      if (signals.received && !options.survivesSignals) process.exit(1);
      resolve({ ok, output, interrupted: signals.received });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}

function lowerPriority(pid: number, nice: number): void {
  try {
    setPriority(pid, nice);
  } catch {
    // It has ended already, or this system knows no priorities: it only takes its share.
  }
}

/** Handles signals only while the child runs, so that a server that is started later in this process handles its own. */
function handSignalsOn(child: ChildProcess) {
  const state = { received: false, stop };
  const listener = (signal: NodeJS.Signals) => {
    state.received = true;
    // A terminal's Ctrl-C has reached the child already.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, listener);
  function stop() {
    for (const signal of signals) process.off(signal, listener);
  }
  return state;
}

/** Sends SIGTERM, and SIGKILL after ten seconds. */
function end(child: ChildProcess): void {
  child.kill('SIGTERM');
  const insisting = setTimeout(() => child.kill('SIGKILL'), 10_000);
  child.once('exit', () => clearTimeout(insisting));
}
