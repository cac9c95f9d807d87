import { parseControlWords, type ControlMessage } from './core/control/control-words.ts';
import { programText } from './core/texts/program.texts.ts';

/** What the program is asked to do. */
export type Task =
  | { kind: 'screen' }
  | { kind: 'join'; invitation: string | null; server: string | null }
  | { kind: 'run' }
  | { kind: 'act'; message: ControlMessage; home: string | null }
  | { kind: 'version' }
  | { kind: 'help' }
  | { kind: 'wrong'; problem: string };

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
      return rest.length === 0 ? { kind: 'run' } : wrong(programText('arguments.run', { rest: rest.join(' ') }));
    case 'join':
      return parseJoin(rest);
    case 'act':
      return parseAct(rest);
    default:
      return wrong(programText('arguments.unknown', { word: first }));
  }
}

function parseAct(args: readonly string[]): Task {
  const [option, folder, ...words] = args;
  const home = option === '--home' && folder !== undefined ? folder : null;
  const message = parseControlWords(home === null ? args : words);
  if (message === null) return wrong(programText('arguments.act'));
  return { kind: 'act', message, home };
}

function parseJoin(args: readonly string[]): Task {
  let invitation: string | null = null;
  let server: string | null = null;
  const rest = [...args];
  for (let each = rest.shift(); each !== undefined; each = rest.shift()) {
    if (each === '--server') {
      server = rest.shift() ?? null;
      if (server === null) return wrong(programText('arguments.server'));
    } else if (each.startsWith('-')) return wrong(programText('arguments.joinOption', { option: each }));
    else if (invitation === null) invitation = each;
    else return wrong(programText('arguments.join'));
  }
  return { kind: 'join', invitation, server };
}

function wrong(problem: string): Task {
  return { kind: 'wrong', problem };
}
