import type { Endpoint } from '@fairwatch/contract';
import { z } from 'zod/mini';
import { AppError } from '../app-error.ts';

// Without a locale every problem reads "Invalid input".
z.config(z.locales.en());

/** Turns what the caller sent into what the contract promises the handler, or says what is wrong with it. */
export function parseInput<E extends Pick<Endpoint, 'input'>>(endpoint: E, sent: unknown): z.output<E['input']> {
  const result = safeParse(endpoint.input, sent);
  if (!result.success) throw new AppError('invalid_input', { problem: describe(result.error.issues) });
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

const problemsShown = 5;

function describe(issues: readonly z.core.$ZodIssue[]): string {
  return issues
    .slice(0, problemsShown)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
}

function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => key.includes('\0') || containsNul(item));
}
