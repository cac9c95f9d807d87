import { failedProblem, permissionProblem, unreadableProblem } from './problems.ts';
import type { TermuxProblem, TermuxProgram } from './termux.ts';

/** Errors are short; what is longer is data, and not parsed in search of one. */
const maxErrorLength = 4096;

interface Printed {
  text: string;
  errors: string;
  /** Null when a signal ended the program. */
  code: number | null;
}

/** The problem that a program told, by its exit code or by what it printed; null when there is none. */
export function printedProblem(program: TermuxProgram, { text, errors, code }: Printed): TermuxProblem | null {
  const told = program.startsWith('termux-') ? toldError(text) : null;
  if (told !== null)
    return /\bgrant\b.*\bpermissions?\b/i.test(told) ? permissionProblem(told) : failedProblem(program, told);
  if (code === 0) return null;
  return failedProblem(program, errors.trim() || text.slice(0, maxErrorLength));
}

/** Parses what a program printed. Throws a `TermuxProblem`. */
export function readPrintedJson(program: TermuxProgram, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadableProblem(program, text);
  }
}

/** The error that Termux:API reports with exit code 0, as `{"error": ...}` or `{"API_ERROR": ...}`; null when there is none. */
function toldError(text: string): string | null {
  if (text.length > maxErrorLength || !text.trimStart().startsWith('{')) return null;
  try {
    const { error, API_ERROR: apiError } = JSON.parse(text) as { error?: unknown; API_ERROR?: unknown };
    const told = error ?? apiError;
    return typeof told === 'string' && told !== '' ? told : null;
  } catch {
    return null;
  }
}
