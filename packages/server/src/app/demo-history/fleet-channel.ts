import type { ChildProcess } from 'node:child_process';
import type { Capability } from '@fairwatch/contract';
import { z } from 'zod/mini';

/** The actions of phones and their people on past days; `past-acts.ts` of the fleet performs them. */
export type FleetAct =
  | { kind: 'join'; serverUrl: string; places: readonly number[] }
  | { kind: 'end' }
  | { kind: 'ask'; place: number; title: string }
  | { kind: 'reply'; place: number; ticketId: number; title: string }
  | { kind: 'speak'; place: number; ticketId: number }
  | { kind: 'set-status'; place: number; ticketId: number; status: 'CLOSED' | 'CANCELLED' }
  | { kind: 'share-without'; place: number; without: readonly Capability[] }
  | { kind: 'pause' | 'resume' | 'read-log'; place: number };

export interface FleetChannel {
  /** Resolves when the phones accept requests. */
  ready: Promise<void>;
  /** Resolves when the process of the phones has exited. */
  gone: Promise<void>;
  ask(act: FleetAct, backMs: number): Promise<unknown>;
}

const fleetReady = z.object({ type: z.literal('history-ready') });
const fleetDone = z.object({
  type: z.literal('history-done'),
  id: z.int(),
  result: z.optional(z.unknown()),
  problem: z.optional(z.string()),
});

/** Opens the channel to the process of the simulated phones. Pending requests fail when the process exits. */
export function openFleetChannel(child: ChildProcess): FleetChannel {
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  const gone = Promise.withResolvers<void>();
  let latest = 0;
  child.on('message', (message) => {
    if (fleetReady.safeParse(message).success) ready.resolve();
    const done = fleetDone.safeParse(message).data;
    const waiting = done && asked.get(done.id);
    if (!done || !waiting) return;
    asked.delete(done.id);
    if (done.problem === undefined) waiting.resolve(done.result);
    else waiting.reject(new Error(done.problem));
  });
  child.on('exit', () => {
    const stopped = new Error('The simulated phones have stopped.');
    ready.reject(stopped);
    for (const { reject } of asked.values()) reject(stopped);
    asked.clear();
    gone.resolve();
  });
  return {
    ready: ready.promise,
    gone: gone.promise,
    async ask(act, backMs) {
      if (!child.connected) throw new Error('The simulated phones have stopped.');
      latest += 1;
      const waiting = Promise.withResolvers<unknown>();
      asked.set(latest, waiting);
      child.send({ type: 'history', id: latest, backMs, act });
      return await waiting.promise;
    },
  };
}
