/** A server that is neither heard nor known to run for this long is forgotten. */
const forgottenAfterMs = 60_000;

/** What this server has heard from the others. */
export interface Peers {
  /** Notes a batch that was received. True when earlier ones of this server were lost. */
  hear(server: string, sequence: number): boolean;
  /** Of these servers, which run, returns those that were not heard for this long. */
  findSilent(running: readonly string[], forMs: number): string[];
}

export function createPeers(now: () => number): Peers {
  const heard = new Map<string, { sequence: number; at: number }>();
  return {
    hear(server, sequence) {
      const last = heard.get(server)?.sequence ?? 0;
      heard.set(server, { sequence: Math.max(last, sequence), at: now() });
      return sequence > last + 1;
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
