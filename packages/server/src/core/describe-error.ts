/** The error's message in one line; its code when the message is empty, as for failed connections to several addresses. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return (error.message || code).split('\n', 1)[0] ?? code;
}
