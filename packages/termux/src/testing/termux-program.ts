import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { installFakeTermux, type FakeTermux, type NotificationPart } from './fake-termux/install-fake-termux.ts';
import type { FakeNotification } from './fake-termux/read-phone.ts';

/** The program from its source, which needs no build. */
const source = path.join(import.meta.dirname, '../main.ts');

/** The program as it runs on a fake phone. */
export interface RunningProgram {
  /** Everything that it has printed so far. */
  output(): string;
  /** Types a line into its terminal. */
  type(line: string): void;
  /** Closes its terminal's input. */
  endInput(): void;
  /** Resolves when it has printed this since the last call; rejects when it ends before, or takes too long. */
  says(text: string | RegExp): Promise<void>;
  /** Resolves with its exit code. */
  exited: Promise<number | null>;
  /** Ends it as closing Termux would, unless it has ended; resolves with its exit code. */
  stop(): Promise<number | null>;
}

export interface TermuxPhone {
  fake: FakeTermux;
  /** Starts the program with these arguments. */
  start(...args: string[]): RunningProgram;
  /** The notification that has an action with these words of a tap, such as `allow 12`; undefined while there is none. */
  findTap(words: string | RegExp): { shown: FakeNotification; part: NotificationPart } | undefined;
  /** Waits for a notification with these words, and touches it. */
  tap(words: string | RegExp): Promise<void>;
  /** Ends what still runs. */
  stop(): Promise<void>;
}

/** A phone in a folder that is empty or missing. It runs the program from its source, unless it is given a file. */
export function createTermuxPhone(folder: string, { program = source } = {}): TermuxPhone {
  const fake = installFakeTermux(folder);
  const started: RunningProgram[] = [];

  function findTap(words: string | RegExp) {
    for (const shown of fake.notifications()) {
      const action = Object.entries(shown.actions).find(([, text]) => isTap(text, words));
      if (action) return { shown, part: action[0] as NotificationPart };
    }
    return undefined;
  }

  return {
    fake,
    start(...args) {
      const running = startProgram(fake, [program, ...args]);
      started.push(running);
      return running;
    },
    findTap,
    async tap(words) {
      const found = await waitFor(() => findTap(words), `a notification with ${String(words)}`);
      await fake.tapNotification(found.shown.id, found.part);
    },
    async stop() {
      await Promise.all(started.map((each) => each.stop()));
    },
  };
}

/** Whether an action is this tap: the words after `act`. */
function isTap(action: string, words: string | RegExp): boolean {
  const said = action.split(' act ').at(-1) ?? '';
  return typeof words === 'string' ? said === words : words.test(said);
}

function startProgram(fake: FakeTermux, programAndArgs: readonly string[]): RunningProgram {
  const { NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...programAndArgs], {
    cwd: fake.home,
    env: { ...fake.env, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  let read = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => (output += text));
  }
  // Who types after the program has ended is told by its exit code.
  child.stdin.on('error', () => undefined);
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  return {
    output: () => output,
    type: (line) => void child.stdin.write(`${line}\n`),
    endInput: () => void child.stdin.end(),
    async says(text) {
      const find = () => {
        const place = typeof text === 'string' ? output.indexOf(text, read) : output.slice(read).search(text);
        if (place >= 0) return { end: typeof text === 'string' ? place + text.length : output.length };
        if (hasEnded()) throw new Error(`The program ended before it said ${String(text)}:\n${output.slice(read)}`);
        return undefined;
      };
      const { end } = await waitFor(find, `the program to say ${String(text)}`, () => output.slice(read));
      read = end;
    },
    exited,
    async stop() {
      if (!hasEnded()) child.kill('SIGTERM');
      return await exited;
    },
  };
}

/** Long, for busy machines: only a failure takes so long. */
const patienceMs = 60_000;

/** Waits until there is something; rejects after a long time, with what `evidence` tells. */
export async function waitFor<Found>(
  find: () => Found | undefined,
  what: string,
  evidence: () => string = () => '',
): Promise<Found> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}. ${evidence()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
