const listeners = new Set<() => void>();

/** Subscribes to requests that the server did not answer. The API client reports them without knowing its subscribers. */
export function onUnreachable(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportUnreachable(): void {
  for (const listener of listeners) listener();
}
