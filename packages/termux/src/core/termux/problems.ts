import { oneLine } from '../text/one-line.ts';
import texts from '../texts/phone.texts.json' with { type: 'json' };
import { TermuxProblem, type TermuxProgram } from './termux.ts';
import { phoneText } from '../texts/phone.texts.ts';

export function missingProblem(program: TermuxProgram): TermuxProblem {
  if (program.startsWith('termux-')) {
    return new TermuxProblem('MISSING', phoneText('program.noTermuxApi', { program }));
  }
  return new TermuxProblem('MISSING', phoneText('program.missing', { program }));
}

/** `asked` is what Termux:API says, with the names of Android's permissions; it is the cause of the problem. */
export function permissionProblem(asked: string): TermuxProblem {
  const names = [...asked.matchAll(/android\.permission\.([A-Z_]+)/g)].map(([, name = '']) => name);
  const things = [...new Set(names.map(protectedThing))];
  const what = things.join(phoneText('permission.or')) || phoneText('permission.any');
  return new TermuxProblem('PERMISSION', phoneText('permission.denied', { what }), { cause: asked });
}

/** What Android protects by a permission, in words that follow "Android does not let Termux:API". */
function protectedThing(name: string): string {
  if (!Object.hasOwn(texts.permission.of, name)) return phoneText('permission.other', { name });
  return phoneText(`permission.of.${name as keyof typeof texts.permission.of}`);
}

export function timeoutProblem(program: TermuxProgram, withinMs: number): TermuxProblem {
  const seconds = Math.max(1, Math.round(withinMs / 1000));
  const key = program.startsWith('termux-') ? 'program.termuxApiSilent' : 'program.silent';
  return new TermuxProblem('TIMEOUT', phoneText(key, { program, count: seconds }));
}

export function oversizeProblem(program: TermuxProgram, maxBytes: number): TermuxProblem {
  return new TermuxProblem('FAILED', phoneText('program.oversize', { program, count: Math.ceil(maxBytes / 1024) }));
}

export function stoppedProblem(program: TermuxProgram, signal: AbortSignal | undefined): TermuxProblem {
  return new TermuxProblem('FAILED', phoneText('program.stopped', { program }), { cause: signal?.reason });
}

export function spawnProblem(program: TermuxProgram, error: unknown): TermuxProblem {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return missingProblem(program);
  const text = error instanceof Error ? error.message : String(error);
  return new TermuxProblem('FAILED', phoneText('program.notStarted', { program, problem: oneLine(text) }), {
    cause: error,
  });
}

export function failedProblem(program: TermuxProgram, text: string): TermuxProblem {
  const said = oneLine(text);
  return new TermuxProblem('FAILED', phoneText(said === '' ? 'program.failed' : 'program.said', { program, said }));
}

export function unreadableProblem(program: TermuxProgram, text: string): TermuxProblem {
  const key = text.trim() === '' ? 'program.printedNothing' : 'program.printedNoJson';
  return new TermuxProblem('UNREADABLE', phoneText(key, { program }));
}
