import type { Services } from '../../../shared/services/services.ts';

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
  { jobs }: Pick<Services, 'jobs'>,
  read: (clients: readonly Of[]) => Promise<void>,
): ScopeReloader<Of> {
  const stale = new Map<Of, OnFailure>();
  let ready: Promise<void> = Promise.resolve();

  async function readStale(): Promise<void> {
    const taken = new Map(stale);
    stale.clear();
    try {
      await read([...taken.keys()]);
    } catch (error) {
      for (const [client, onFailure] of taken) if (onFailure === 'TERMINATE') client.terminate();
      throw error;
    }
  }
  const reading = jobs.start({ name: 'reloadScopes', run: readStale, failure: 'console_socket.access_failed' });

  return {
    reload(clients, onFailure) {
      for (const client of clients) {
        if (stale.get(client) !== 'TERMINATE') stale.set(client, onFailure);
      }
      ready = reading.runNow();
    },
    ready: () => ready,
  };
}
