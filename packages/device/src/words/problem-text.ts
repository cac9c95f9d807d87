/** The message of an error, for the person. */
export function problemText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
