/** What went wrong, in one line. Connection failures to several addresses carry a code but no message. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return (error.message || code).split('\n', 1)[0] ?? code;
}
