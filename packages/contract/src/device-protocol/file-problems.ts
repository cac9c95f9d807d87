import { z } from 'zod/mini';
import { limits } from '../core/limits.ts';

const { filesPerCommand, problemMaxLength, problemsTextMaxLength } = limits.run;

/** One file of a command for several that could not be handled. */
export const fileProblem = z.strictObject({
  /** The index of the file in `paths` or `keys`. */
  index: z.int().check(z.minimum(0), z.maximum(filesPerCommand - 1)),
  reason: z.string().check(z.minLength(1), z.maxLength(problemMaxLength)),
});
export type FileProblem = z.infer<typeof fileProblem>;

/**
 * What failed, in words: "2 of 10 failed: a.txt: This file is no longer there.; b.txt: ...". `names` are those of all files, in the
 * order of the command. The part before the first ": " names no file, so it can be shown to who may not see names.
 */
export function problemsText(problems: readonly FileProblem[], names: readonly string[]): string {
  const parts = problems.map(({ index, reason }) => `${names[index] ?? `file ${index + 1}`}: ${reason}`);
  const text = `${problems.length} of ${names.length} failed: ${parts.join('; ')}`;
  return text.length <= problemsTextMaxLength ? text : `${text.slice(0, problemsTextMaxLength - 1)}…`;
}

/** Joins names to a text of at most `maxLength` characters. Where they are too long each is shortened at its start, so that each is named. */
export function joinNames(names: readonly string[], maxLength: number = limits.audit.namesMaxLength): string {
  const text = names.join(separator);
  if (text.length <= maxLength) return text;
  const each = Math.max(2, Math.floor((maxLength + separator.length) / names.length) - separator.length);
  return names.map((name) => (name.length <= each ? name : `…${name.slice(1 - each)}`)).join(separator);
}

const separator = ', ';
