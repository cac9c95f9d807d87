/** What went wrong while something was kept, in words. A full storage is the usual reason. */
export function storageProblem(error: unknown): Error {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') {
    return new Error('There is no space left in this browser. Nothing was added. Take something out, then try again.', {
      cause: error,
    });
  }
  return error instanceof Error ? error : new Error(String(error));
}
