const listeners = new Set<() => void>();

/** Hears of every request that the server did not answer. The client of the API knows none of those who listen. */
export function onSilence(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellSilence(): void {
  for (const listener of listeners) listener();
}
