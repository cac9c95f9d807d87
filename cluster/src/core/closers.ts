type Closer = () => Promise<unknown>;

/** Runs work that starts parts. In the end the parts are stopped in reverse order, even after an error. */
export async function withClosers<Result>(
  work: (onClose: (close: Closer) => void) => Promise<Result>,
): Promise<Result> {
  const closers: Closer[] = [];
  try {
    return await work((close) => void closers.push(close));
  } finally {
    for (const close of closers.toReversed()) await close().catch(() => undefined);
  }
}
