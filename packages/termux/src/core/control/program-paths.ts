import { controlLine, type ControlMessage } from './control-words.ts';
import { programText } from '../texts/program.texts.ts';

/** What a tap on a notification runs. */
export interface ProgramPaths {
  node: string;
  program: string;
  /** The state folder that FAIRWATCH_HOME names, since Android runs a tap without this environment; null for the usual one. */
  home: string | null;
}

const harmlessPath = /^[A-Za-z0-9_./-]+$/;

/** Why the program cannot be started from where it is; null when it can. Termux passes what a tap runs to a shell. */
export function pathProblem({ node, program, home }: ProgramPaths): string | null {
  if (home !== null && !harmlessPath.test(home)) return programText('control.badHome', { home });
  const bad = [program, node].find((path) => !harmlessPath.test(path));
  if (bad === undefined) return null;
  return programText('control.badPath', { path: bad });
}

/** What Termux runs for a tap: checked paths, fixed words and a number. Nothing that an admin wrote is ever part of it. */
export function tapAction(paths: ProgramPaths, message: ControlMessage): string {
  const problem = pathProblem(paths);
  if (problem !== null) throw new Error(problem);
  const home = paths.home === null ? '' : `--home ${paths.home} `;
  return `${paths.node} ${paths.program} act ${home}${controlLine(message)}`;
}
