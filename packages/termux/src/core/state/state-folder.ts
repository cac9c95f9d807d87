import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { programText } from '../texts/program.texts.ts';

/** What is wrong with the state folder, in words for the person. */
export class StateProblem extends Error {
  constructor(text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = 'StateProblem';
  }
}

/** The folder of this phone's state. Only its owner may read it, since it holds the device's token. */
export interface StateFolder {
  path: string;
  /** The path of a file that is no JSON, such as a recording before it is sent. */
  file(name: string): string;
  /** Undefined when there is no such file. A broken one throws a `StateProblem`, and stays as it is. */
  readJson(name: StateFile): Promise<unknown>;
  /** Replaces a file: after a crash it is the old or the new one, never half of it. Resolves when it is on the disk. */
  writeJson(name: StateFile, value: unknown): Promise<void>;
  /** Deletes everything: the person left. */
  erase(): Promise<void>;
}

/** The files of the state: `device` what joining gave, `choices` what the person chose on this phone. */
export const stateFiles = ['device', 'choices', 'messages', 'tickets', 'updates'] as const;
export type StateFile = (typeof stateFiles)[number];

const temporarySuffix = '.tmp';
const leftoverAgeMs = 60_000;

/** The folder that the person chose for the state, with its whole path; null when they chose none. */
export function chosenStateFolder(environment: NodeJS.ProcessEnv = process.env): string | null {
  const chosen = environment['FAIRWATCH_HOME'];
  return chosen ? resolve(chosen) : null;
}

/** Where the state is kept. */
export function usualStateFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return chosenStateFolder(environment) ?? join(environment['HOME'] || homedir(), '.fairwatch');
}

/** Opens the folder of the state, and creates it when it is missing. */
export async function openStateFolder(folder = usualStateFolder()): Promise<StateFolder> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await removeLeftovers(folder);
  } catch (error) {
    throw new StateProblem(programText('state.folder', { folder, problem: textOf(error) }), { cause: error });
  }
  const file = (name: string) => join(folder, name);
  /** The writes of each file run in sequence. */
  const writing = new Map<StateFile, Promise<unknown>>();
  return {
    path: folder,
    file,
    readJson: (name) => readJsonFile(file(`${name}.json`)),
    async writeJson(name, value) {
      const text = JSON.stringify(value);
      const before = writing.get(name) ?? Promise.resolve();
      const done = before.catch(() => undefined).then(() => replaceFile(folder, `${name}.json`, text));
      writing.set(name, done);
      await done;
    },
    async erase() {
      await Promise.allSettled(writing.values());
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function readJsonFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new StateProblem(programText('state.unreadable', { path, problem: textOf(error) }), { cause: error });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new StateProblem(programText('state.broken', { path }), { cause: error });
  }
}

async function replaceFile(folder: string, name: string, text: string): Promise<void> {
  const temporary = join(folder, `${name}.${randomBytes(6).toString('hex')}${temporarySuffix}`);
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, join(folder, name));
    await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes the folder's entries to the disk, so that the new name survives a power cut. Some file systems cannot do this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync().catch(() => undefined);
  } finally {
    await handle.close();
  }
}

/** Removes what a crash left half written. What is younger may belong to a process that is just writing it. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.endsWith(temporarySuffix))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > leftoverAgeMs) await rm(path, { force: true });
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
