/** Reads a thing the first time it is asked for. A failed try is tried again. */
export function readOnce<Thing>(read: () => Promise<Thing>): () => Promise<Thing> {
  let reading: Promise<Thing> | null = null;
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}
