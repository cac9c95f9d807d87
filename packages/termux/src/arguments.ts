import { parseControlWords, type ControlMessage } from './core/control/control-words.ts';

/** What the program is asked to do. */
export type Task =
  | { kind: 'screen' }
  | { kind: 'join'; invitation: string | null; server: string | null }
  | { kind: 'run' }
  | { kind: 'act'; message: ControlMessage; home: string | null }
  | { kind: 'version' }
  | { kind: 'help' }
  | { kind: 'wrong'; problem: string };

export const helpText = `Fairwatch for Termux: this phone as a device that is supervised in the open.

  node fairwatch.mjs                    your screen; joins first if this phone has not joined
  node fairwatch.mjs join LINK          join with the link that you got
  node fairwatch.mjs join PASSCODE --server URL
  node fairwatch.mjs run                no screen, for Termux:Boot
  node fairwatch.mjs act WORD [NUMBER]  what a tap on a notification runs
  node fairwatch.mjs --version
  node fairwatch.mjs --help

State is kept in ~/.fairwatch, or in the folder that FAIRWATCH_HOME names. Only you can read it.`;

/** Reads the arguments of the command line. */
export function parseArguments(args: readonly string[]): Task {
  const [first, ...rest] = args;
  switch (first) {
    case undefined:
      return { kind: 'screen' };
    case '--version':
    case '-v':
      return { kind: 'version' };
    case '--help':
    case '-h':
    case 'help':
      return { kind: 'help' };
    case 'run':
      return rest.length === 0 ? { kind: 'run' } : wrong(`"run" takes nothing more, not "${rest.join(' ')}".`);
    case 'join':
      return parseJoin(rest);
    case 'act':
      return parseAct(rest);
    default:
      return wrong(`"${first}" is nothing that this program can do.`);
  }
}

function parseAct(args: readonly string[]): Task {
  const [option, folder, ...words] = args;
  const home = option === '--home' && folder !== undefined ? folder : null;
  const message = parseControlWords(home === null ? args : words);
  if (message === null) return wrong('"act" takes one of its words, and for some of them a number.');
  return { kind: 'act', message, home };
}

function parseJoin(args: readonly string[]): Task {
  let invitation: string | null = null;
  let server: string | null = null;
  const rest = [...args];
  for (let each = rest.shift(); each !== undefined; each = rest.shift()) {
    if (each === '--server') {
      server = rest.shift() ?? null;
      if (server === null) return wrong('"--server" needs the address of the server.');
    } else if (each.startsWith('-')) return wrong(`"join" does not know "${each}".`);
    else if (invitation === null) invitation = each;
    else return wrong('"join" takes one link or passcode.');
  }
  return { kind: 'join', invitation, server };
}

function wrong(problem: string): Task {
  return { kind: 'wrong', problem };
}
