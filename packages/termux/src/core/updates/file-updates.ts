import { limits, offeredTermux, termuxFactsPath, type OfferedTermux } from '@fairwatch/contract';
import { downloadFile, UpdateProblem } from './download-file.ts';
import { replaceFile } from './replace-file.ts';
import type { RunningFile } from './running-file.ts';
import { programText } from '../texts/program.texts.ts';

/** Tells the person about another version, and installs it when they say so; never by itself. */
export interface FileUpdates {
  /** The file that runs; null for a program that is not from a build, which has no updates. */
  readonly running: RunningFile | null;
  /** What the server offers instead of the file that runs; null for nothing else, or once it is installed. */
  offered(): OfferedTermux | null;
  /** What was installed and runs after the next start; null for nothing. */
  installed(): OfferedTermux | null;
  /** Asks the server after a connection was made, at most once a day. Never fails: who cannot ask asks another time. */
  check(): Promise<void>;
  /** Asks now, because the person wants to know. Throws an `UpdateProblem`. */
  ask(): Promise<OfferedTermux | null>;
  /** Puts the offered file in the place of the one that runs, after the person agreed to it. Throws an `UpdateProblem`. */
  install(offer: OfferedTermux): Promise<void>;
}

export interface FileUpdatesOptions {
  /** The server's origin. */
  server: string;
  running: RunningFile | null;
  /** Where it is kept when the server was asked, and what it offered. */
  state: { readJson(name: 'updates'): Promise<unknown>; writeJson(name: 'updates', value: unknown): Promise<void> };
  /** Called once for each new offer. */
  onOffer(offer: OfferedTermux): void;
  now?: () => number;
  fetchFrom?: typeof fetch;
}

/** The file in the state folder. */
const stateFile = 'updates';
const answerWithinMs = 30_000;
/** Larger than any honest answer. */
const answerMaxLength = 4096;

interface Known {
  askedAt: number;
  offered: OfferedTermux | null;
}

export async function createFileUpdates({
  server,
  running,
  state,
  onOffer,
  now = Date.now,
  fetchFrom = fetch,
}: FileUpdatesOptions): Promise<FileUpdates> {
  let known = readKnown(await state.readJson(stateFile).catch(() => null));
  let asking: Promise<void> | null = null;

  let installed: OfferedTermux | null = null;

  const offered = () => {
    const present = [running?.sha256, installed?.sha256];
    return running === null || known.offered === null || present.includes(known.offered.sha256) ? null : known.offered;
  };

  async function askServer(): Promise<void> {
    const before = offered()?.sha256;
    known = { askedAt: now(), offered: await fetchFacts(server, fetchFrom) };
    // What is not kept is asked again after the next start.
    await state.writeJson(stateFile, known).catch(() => undefined);
    const offer = offered();
    if (offer !== null && offer.sha256 !== before) onOffer(offer);
  }

  return {
    running,
    offered,
    installed: () => installed,
    check: async () => {
      const age = now() - known.askedAt;
      // A time in the future comes from a clock that was wrong.
      const isRecent = age >= 0 && age < limits.termuxFile.askEveryMs;
      if (running === null || isRecent) return;
      asking ??= askServer().finally(() => (asking = null));
      await asking.catch(() => undefined);
    },
    ask: async () => {
      if (running === null) throw new UpdateProblem(programText('update.noBuild'));
      await askServer();
      return offered();
    },
    install: async (offer) => {
      if (running === null) throw new UpdateProblem(programText('update.noBuild'));
      const bytes = await downloadFile(server, offer, fetchFrom);
      await replaceFile(running.path, bytes).catch((cause: unknown) => {
        throw new UpdateProblem(programText('update.notWritten'), { cause });
      });
      installed = offer;
    },
  };
}

/** Asks the server what it offers; null when it offers none. Throws an `UpdateProblem` when it cannot be asked. */
async function fetchFacts(server: string, fetchFrom: typeof fetch): Promise<OfferedTermux | null> {
  const signal = AbortSignal.timeout(answerWithinMs);
  const response = await fetchFrom(new URL(termuxFactsPath, server), { redirect: 'error', signal }).catch(
    (cause: unknown) => {
      throw new UpdateProblem(programText('update.notAsked'), { cause });
    },
  );
  const text = response.ok ? await response.text().catch(() => '') : '';
  return text.length > answerMaxLength ? null : readOffer(text);
}

function readOffer(text: string): OfferedTermux | null {
  try {
    return offeredTermux.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function readKnown(kept: unknown): Known {
  const { askedAt, offered } = (kept ?? {}) as Partial<Record<keyof Known, unknown>>;
  const offer = offeredTermux.safeParse(offered);
  return { askedAt: typeof askedAt === 'number' ? askedAt : Number.NEGATIVE_INFINITY, offered: offer.data ?? null };
}
