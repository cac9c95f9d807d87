/** What happens to a client whose session cannot be read. KEEP: it stays as it was, and the next check finds it. */
type OnFailure = 'KEEP' | 'TERMINATE';

interface Client {
  terminate(): void;
}

/** Reads the sessions and scopes of clients again, before anything is sent to them. */
export interface ScopeReloader<Of extends Client> {
  /** Has these clients read again. Those of requests that come while another reading is under way are read together after it. */
  reload(clients: Iterable<Of>, onFailure: OnFailure): void;
  /** Resolves once everything that was asked for until now has been read. */
  ready(): Promise<void>;
}

/**
 * However many changes of access come while the database is slow, there is one reading under way and one that waits: nothing grows with their
 * number.
 */
export function createScopeReloader<Of extends Client>(
  read: (clients: readonly Of[]) => Promise<void>,
  onError: (error: unknown) => void,
): ScopeReloader<Of> {
  const stale = new Map<Of, OnFailure>();
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  async function readStale(): Promise<void> {
    const taken = new Map(stale);
    stale.clear();
    try {
      await read([...taken.keys()]);
    } catch (error) {
      onError(error);
      for (const [client, onFailure] of taken) if (onFailure === 'TERMINATE') client.terminate();
    }
  }

  async function readAfter(before: Promise<void>): Promise<void> {
    await before;
    running = next ?? running;
    next = null;
    await readStale();
  }

  return {
    reload(clients, onFailure) {
      for (const client of clients) {
        if (stale.get(client) !== 'TERMINATE') stale.set(client, onFailure);
      }
      next ??= readAfter(running);
    },
    ready: () => next ?? running,
  };
}
