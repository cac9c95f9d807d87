/**
 * A server that is neither heard nor known to run for this long is forgotten. Until then its batches cannot be sent again by somebody who has
 * recorded them.
 */
const forgottenAfterMs = 24 * 3600_000;

/** OLD: a batch that was heard before, or came after a later one. NEXT: the one that was expected. GAP: earlier ones were lost. */
export type Heard = 'OLD' | 'NEXT' | 'GAP';

/** What this server has heard from the others. */
export interface Peers {
  /** Notes a batch that was received. */
  hear(server: string, sequence: number): Heard;
  /** Of these servers, which run, returns those that were not heard for this long. */
  findSilent(running: readonly string[], forMs: number): string[];
}

export function createPeers(now: () => number): Peers {
  const heard = new Map<string, { sequence: number; at: number }>();
  return {
    hear(server, sequence) {
      const last = heard.get(server)?.sequence ?? 0;
      if (sequence <= last) return 'OLD';
      heard.set(server, { sequence, at: now() });
      return sequence === last + 1 ? 'NEXT' : 'GAP';
    },
    findSilent(running, forMs) {
      const known = new Set(running);
      for (const [server, { at }] of heard) {
        if (!known.has(server) && now() - at > forgottenAfterMs) heard.delete(server);
      }
      return running.filter((server) => now() - (heard.get(server)?.at ?? -Infinity) > forMs);
    },
  };
}
