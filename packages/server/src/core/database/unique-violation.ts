const uniqueViolation = '23505';

/** Whether PostgreSQL refused a write because of this unique index. */
export function violatesUnique(error: unknown, index: string): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown };
  return code === uniqueViolation && constraint === index;
}
