import type { Endpoint } from '@fairwatch/contract';
import { z } from 'zod/mini';
import { AppError } from '../app-error.ts';

// Without a locale every problem reads "Invalid input".
z.config(z.locales.en());

/** Turns what the caller sent into what the contract promises the handler, or says what is wrong with it. */
export function parseInput<E extends Pick<Endpoint, 'input'>>(endpoint: E, sent: unknown): z.output<E['input']> {
  const result = safeParse(endpoint.input, sent);
  if (!result.success) throw new AppError('invalid_input', { problem: describeIssues(result.error.issues) });
  // PostgreSQL cannot store it, and no keyboard types it.
  if (containsNul(sent)) throw new AppError('invalid_input', { problem: 'Texts must not contain the NUL character.' });
  return result.data as z.output<E['input']>;
}

/**
 * Like zod's own, which throws on some objects: it compares `length` with a limit whatever that field holds, and not every
 * value of JSON can be compared.
 */
function safeParse(schema: Endpoint['input'], sent: unknown): z.core.util.SafeParseResult<unknown> {
  try {
    return schema.safeParse(sent);
  } catch {
    throw new AppError('invalid_input', { problem: 'It holds an object where this call takes none.' });
  }
}

const problemsNamed = 10;
const keysNamed = 3;
const longestName = 60;
const longestMessage = 200;
/** All of it, in bytes: with the envelope, encrypted and in Base64, the answer stays below 4 kB. */
const longestAnswer = 2400;

/** What is wrong, in words. However much that is, the answer is short: it must not echo what was sent. */
function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const problems: string[] = [];
  let left = longestAnswer;
  for (const issue of issues.slice(0, problemsNamed)) {
    const problem = describeIssue(issue);
    left -= Buffer.byteLength(problem);
    if (left < 0) break;
    problems.push(problem);
  }
  return problems.join('; ');
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const message =
    issue.code === 'unrecognized_keys' ? describeKeys(issue.keys) : shorten(issue.message, longestMessage);
  return issue.path.length === 0 ? message : `${shorten(issue.path.join('.'), longestName)}: ${message}`;
}

function describeKeys(keys: readonly string[]): string {
  const named = keys.slice(0, keysNamed).map((key) => `"${shorten(key, longestName)}"`);
  const more = keys.length > keysNamed ? ` and ${keys.length - keysNamed} more` : '';
  return `Unrecognized ${keys.length === 1 ? 'key' : 'keys'}: ${named.join(', ')}${more}`;
}

/** The beginning of a text as it can be shown: what cannot be seen would also be written as six letters in JSON. */
function shorten(text: string, longest: number): string {
  const shown = text
    .slice(0, longest)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\u{FFFD}');
  return text.length > longest ? `${shown}…` : shown;
}

function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => key.includes('\0') || containsNul(item));
}
