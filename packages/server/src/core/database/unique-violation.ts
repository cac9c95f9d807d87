const uniqueViolation = '23505';

/** True when a write failed because of this unique index. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown };
  return code === uniqueViolation && constraint === index;
}
