import { readersLanguages } from './core/texts/termux-language.ts';
import { homedir } from 'node:os';
import { realpathSync } from 'node:fs';
import type { Task } from './arguments.ts';
import { pathProblem, type ProgramPaths } from './core/control/program-paths.ts';
import { readFacts } from './core/facts/facts.ts';
import { readTimeZone } from './core/facts/time-zone.ts';
import { termuxOffers } from './core/offers/termux-offers.ts';
import { harmlessLine } from './core/screen/harmless.ts';
import { openNodeTerminal } from './core/screen/terminal.ts';
import { loadJoined, type JoinedDevice } from './core/state/saved-state.ts';
import { chosenStateFolder, openStateFolder, type StateFolder } from './core/state/state-folder.ts';
import type { TermuxDevice } from './core/state/termux-state.ts';
import { createTermux } from './core/termux/node-termux.ts';
import type { Termux } from './core/termux/termux.ts';
import { readRunningFile } from './core/updates/running-file.ts';
import { joinInTerminal } from './features/join/join.ts';
import { runDevice, type ShownScreen } from './run-device.ts';
import { startScreen } from './screen.ts';
import { programText } from './core/texts/program.texts.ts';

type RunTask = Extract<Task, { kind: 'run' | 'join' | 'screen' }>;

/** Runs the device until its person ends it, with their screen or without. Joins first when that is asked for. */
export async function runProgram(task: RunTask, print: (line: string) => void): Promise<void> {
  // First: an update replaces the file while it runs.
  const running = await readRunningFile();
  const paths = programPaths();
  const termux = createTermux();
  try {
    const folder = await openStateFolder();
    const facts = await readFacts(termux);
    const stored = await loadJoined(folder);
    if (stored && task.kind === 'join') throw new Error(alreadyJoined(stored));
    if (!stored && task.kind === 'run') throw new Error(programText('notJoined'));
    const joined = stored ?? (await joinFirst(task, { folder, termux, facts }));
    if (!joined) return print(programText('nothingSent'));
    if (!termux.has('termux-notification')) throw new Error(programText('noNotifications'));
    const timeZone = await watchTimeZone(termux);
    // From here on there is something to take down; before, a signal simply ends the process.
    const signal = endSignal();
    const parts = { folder, termux, paths, facts, timeZone, running, signal };
    // The lines of the log contain words of admins, which must not control the terminal.
    if (task.kind === 'run') return await runDevice({ ...parts, log: (line) => print(harmlessLine(line)) });
    // Nothing is printed while the screen is drawn: a line of the log would break its layout.
    await runDevice({ ...parts, log: () => undefined, showScreen: (device) => showScreen(device, folder) });
  } finally {
    termux.close();
  }
}

function alreadyJoined({ device }: JoinedDevice): string {
  return programText('alreadyJoined', { server: device.server });
}

async function joinFirst(
  task: RunTask,
  { folder, termux, facts }: { folder: StateFolder; termux: Termux; facts: Awaited<ReturnType<typeof readFacts>> },
): Promise<JoinedDevice | null> {
  const { invitation, server } = task.kind === 'join' ? task : { invitation: null, server: null };
  return await joinInTerminal({
    terminal: openNodeTerminal(),
    state: folder,
    facts,
    offers: termuxOffers(termux),
    invitation,
    server,
    languages: readersLanguages(),
    homeFolder: homedir(),
    stateFolder: folder.path,
  });
}

function showScreen(device: TermuxDevice, folder: StateFolder): ShownScreen {
  const screen = startScreen(device, { stateFolder: folder.path });
  return {
    closed: screen.closed,
    close: screen.close,
    open() {
      const { requests, questions } = device.live.get();
      if (requests.length + questions.length > 0) screen.show('requests');
    },
  };
}

/** The files that a tap runs. Throws where a tap could not run them. */
function programPaths(): ProgramPaths {
  const paths = {
    node: process.execPath,
    program: realpathSync(process.argv[1] ?? ''),
    home: chosenStateFolder(),
  };
  const problem = pathProblem(paths);
  if (problem !== null) throw new Error(problem);
  return paths;
}

/** Aborts when the process is asked to end: by Ctrl+C, by closing the window, by `kill`. */
function endSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

/** The time zone of the phone. People travel: it is read again with each connection, and told with the next. */
async function watchTimeZone(termux: Termux): Promise<() => string> {
  let zone = await readTimeZone(termux);
  return () => {
    void readTimeZone(termux).then((now) => (zone = now));
    return zone;
  };
}
