import { limits, problemsText, type DeviceRow, type FileProblem } from '@fairwatch/contract';
import type { ActResult, Work } from './handlers.ts';

const { problemMaxLength } = limits.run;
const unknownReason = 'It failed for an unknown reason.';

/** Handles one file of a command; resolves with its row of the answer, null where the command has none. */
type HandleFile = (name: string, work: Work, index: number) => Promise<DeviceRow | null>;

/**
 * Carries out a command for each of its files, in order. A file that fails does not stop the others; when all fail, so does the command.
 * A cancelled command stops at once, between two files or within one. `labelOf` names a file for the admin; by default it is the name
 * that the command has for it.
 */
export async function forEachFile(
  names: readonly string[],
  work: Work,
  handle: HandleFile,
  labelOf: (name: string, index: number) => string = (name) => name,
): Promise<ActResult> {
  const rows: DeviceRow[] = [];
  const problems: FileProblem[] = [];
  const report = risingOnly(work.report);
  for (const [index, name] of names.entries()) {
    work.signal.throwIfAborted();
    const own: Work = { ...work, report: (percent, phase) => report((index * 100 + percent) / names.length, phase) };
    try {
      const row = await handle(name, names.length === 1 ? work : own, index);
      if (row !== null) rows.push(row);
    } catch (error) {
      if (names.length === 1 || work.signal.aborted) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      problems.push({ index, reason: reason.slice(0, problemMaxLength) || unknownReason });
    }
    if (names.length > 1) own.report(100);
  }
  if (problems.length > 0 && problems.length === names.length)
    throw new Error(problemsText(problems, names.map(labelOf)));
  return problems.length === 0 ? rows : { rows, problems };
}

/** Reports whole percents, each once and never falling, because a file that fails midway would else turn the progress back. */
function risingOnly(tell: Work['report']): Work['report'] {
  let told = -1;
  let toldPhase: Parameters<Work['report']>[1];
  return (percent, phase) => {
    const whole = Math.max(told, Math.floor(percent));
    if (whole === told && (phase === undefined || phase === toldPhase)) return;
    told = whole;
    toldPhase = phase ?? toldPhase;
    tell(whole, phase);
  };
}
