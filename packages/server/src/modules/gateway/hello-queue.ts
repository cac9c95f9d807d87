import { networkOf } from '../../core/http/connections/caller-address.ts';
import type { Clock } from '../../core/clock.ts';
import { tryAgainLater, type DeviceSocket } from './device-socket.ts';
import type { Greeting, Presence } from './liveness/presence.ts';

/** How many unknown tokens an IP address may try: in a burst, and then one in this time. */
const unknownAtOnce = 30;
const unknownEveryMs = 2000;
/** How many hellos of suspicious addresses are processed with each call, and how many may wait. */
const processedAtOnce = 200;
const maxWaiting = 2000;

export interface HelloQueue {
  /** Looks up the device of a hello, at once or delayed. */
  add(socket: DeviceSocket, greeting: Greeting): void;
  /** Counts an unknown token of an address. */
  countUnknown(address: string): void;
  /** Processes some of the waiting hellos. Call it about once a second. */
  processWaiting(): void;
  /** The number of hellos that wait. */
  waiting(): number;
}

/**
 * Slows down addresses that try many unknown tokens. They are not blocked, because honest devices may share the address:
 * their hellos are processed in small batches.
 */
export function createHelloQueue(clock: Clock, arrive: Presence['arrive']): HelloQueue {
  const unknown = new Map<string, { count: number; since: number }>();
  let waiting: { socket: DeviceSocket; greeting: Greeting }[] = [];

  function countOf(network: string, now: number): number {
    const seen = unknown.get(network);
    return seen ? Math.max(0, seen.count - Math.max(0, now - seen.since) / unknownEveryMs) : 0;
  }

  return {
    add(socket, greeting) {
      if (countOf(networkOf(socket.address), clock.now()) <= unknownAtOnce) arrive(socket, greeting);
      else if (waiting.length < maxWaiting) waiting.push({ socket, greeting });
      else socket.disconnect(tryAgainLater, 'too many unknown tokens from this address');
    },
    countUnknown(address) {
      const now = clock.now();
      const network = networkOf(address);
      unknown.set(network, { count: Math.min(2 * unknownAtOnce, countOf(network, now) + 1), since: now });
    },
    processWaiting() {
      const now = clock.now();
      for (const network of unknown.keys()) if (countOf(network, now) === 0) unknown.delete(network);
      waiting = waiting.filter(({ socket }) => socket.readyState === socket.OPEN && socket.disconnectedAt === 0);
      for (const { socket, greeting } of waiting.splice(0, processedAtOnce)) arrive(socket, greeting);
    },
    waiting: () => waiting.length,
  };
}
