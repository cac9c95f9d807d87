import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { missingProblem, oversizeProblem, spawnProblem, stoppedProblem, timeoutProblem } from './problems.ts';
import { printedProblem, readPrintedJson } from './printed.ts';
import { termuxPrograms, type RunOptions, type Termux, type TermuxProblem, type TermuxProgram } from './termux.ts';

const usualWithinMs = 15_000;
const usualMaxBytes = 16 * 1024 * 1024;
/** The most of the error output that is kept. */
const maxErrorBytes = 4096;

/** The programs of a phone, and a way to end those that still run. */
export interface NodeTermux extends Termux {
  /** Kills everything that still runs. */
  close(): void;
}

/** Finds the programs on the PATH once, and runs them without a shell. */
export function createTermux({ searchPath = process.env['PATH'] ?? '' } = {}): NodeTermux {
  const files = findPrograms(searchPath);
  const running = new Set<ChildProcess>();

  function run(program: TermuxProgram, args: readonly string[], options: RunOptions = {}): Promise<string> {
    const file = files.get(program);
    if (file === undefined) return Promise.reject(missingProblem(program));
    if (options.signal?.aborted) return Promise.reject(stoppedProblem(program, options.signal));
    return runFile({ program, file, args, options, running });
  }

  return {
    has: (program) => files.has(program),
    run,
    async readJson(program, args, options) {
      return readPrintedJson(program, await run(program, args, options));
    },
    close() {
      for (const child of running) killGroup(child);
    },
  };
}

function findPrograms(searchPath: string): ReadonlyMap<TermuxProgram, string> {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '');
  const found = new Map<TermuxProgram, string>();
  for (const program of termuxPrograms) {
    const file = folders.map((folder) => join(folder, program)).find(isExecutable);
    if (file !== undefined) found.set(program, file);
  }
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

interface Run {
  program: TermuxProgram;
  file: string;
  args: readonly string[];
  options: RunOptions;
  running: Set<ChildProcess>;
}

async function runFile(run: Run): Promise<string> {
  const { program, options, running } = run;
  const { withinMs = usualWithinMs, maxBytes = usualMaxBytes, signal } = options;
  const child = start(run);
  const output = collect(child, maxBytes);
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (problem: TermuxProblem) => {
    killGroup(child);
    reject(problem);
  };
  const timer = setTimeout(() => stop(timeoutProblem(program, withinMs)), withinMs);
  const onAbort = () => stop(stoppedProblem(program, signal));
  signal?.addEventListener('abort', onAbort, { once: true });
  void output.tooMuch.then(() => stop(oversizeProblem(program, maxBytes)));
  running.add(child);
  try {
    const code = await Promise.race([ended(child, program), stopped]);
    const text = output.text();
    const problem = printedProblem(program, { text, errors: output.errors(), code });
    if (problem) throw problem;
    return text;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    running.delete(child);
  }
}

function start({ program, file, args }: Run): ChildProcess {
  try {
    // A process group of its own: the programs of Termux:API are scripts, and killing only the script leaves its helper behind.
    return spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  } catch (error) {
    throw spawnProblem(program, error);
  }
}

/** Resolves with the exit code once all output was read; null when a signal ended it. */
function ended(child: ChildProcess, program: TermuxProgram): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(spawnProblem(program, error)));
    child.once('close', resolve);
  });
}

function collect(child: ChildProcess, maxBytes: number) {
  const { promise: tooMuch, resolve: onTooMuch } = Promise.withResolvers<void>();
  const pieces: Buffer[] = [];
  const errors: Buffer[] = [];
  let bytes = 0;
  let errorBytes = 0;
  child.stdout?.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > maxBytes) return onTooMuch();
    pieces.push(piece);
  });
  child.stderr?.on('data', (piece: Buffer) => {
    if (errorBytes >= maxErrorBytes) return;
    errorBytes += piece.length;
    errors.push(piece);
  });
  return {
    tooMuch,
    text: () => Buffer.concat(pieces).toString('utf8'),
    errors: () => Buffer.concat(errors).subarray(0, maxErrorBytes).toString('utf8'),
  };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
