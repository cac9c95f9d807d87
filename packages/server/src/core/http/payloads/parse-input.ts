import type { Endpoint } from '@fairwatch/contract';
import { z } from 'zod/mini';
import { AppError } from '../../app-error.ts';

// Without a locale, every message of zod/mini is "Invalid input".
z.config(z.locales.en());

/** Parses the input of a call by its schema. Throws `invalid_input` with a description of the problems. */
export function parseInput<E extends Pick<Endpoint, 'input'>>(endpoint: E, sent: unknown): z.output<E['input']> {
  const result = safeParse(endpoint.input, sent);
  if (!result.success) throw new AppError('invalid_input', { problem: describeIssues(result.error.issues) });
  // PostgreSQL cannot store NUL characters.
  if (containsNul(sent)) throw new AppError('invalid_input', { problem: 'Texts must not contain the NUL character.' });
  return result.data as z.output<E['input']>;
}

/**
 * Like zod's `safeParse`, which throws for some objects: its length check compares the field `length` of any value, which may be
 * an object that cannot be converted to a number.
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
/** The maximum description in bytes. With the envelope, encryption and Base64, the response stays below 4 kB. */
const longestAnswer = 2400;

/** Describes the problems. The text is bounded, so that a response cannot echo a large input. */
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

/** Shortens a text and replaces invisible characters, which JSON would escape with six bytes each. */
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
