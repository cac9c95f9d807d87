import { networkOf } from '../../http/caller-address.ts';
import type { DeviceSocket } from './device-socket.ts';
import type { Greeting, Presence } from './presence.ts';

/** How many unknown tokens an address may try: at once, and then one in so long. */
const unknownAtOnce = 30;
const unknownEveryMs = 2000;
/** How many hellos of suspicious addresses are looked up with each call, and how many may wait. */
const lookedUpTogether = 200;
const mostWaiting = 2000;

const tryAgainLater = 1013;

export interface HelloQueue {
  /** Looks the device of a hello up, at once or in its turn. */
  add(socket: DeviceSocket, greeting: Greeting): void;
  /** Counts a token that no device has. */
  noteUnknown(address: string): void;
  /** Takes some of those who wait. To be called about once a second. */
  lookUpWaiting(): void;
}

/**
 * Slows down addresses that try many unknown tokens. They are not shut out, since honest devices may share the address: their
 * hellos are looked up in small portions.
 */
export function createHelloQueue(arrive: Presence['arrive']): HelloQueue {
  const unknown = new Map<string, { count: number; since: number }>();
  let waiting: { socket: DeviceSocket; greeting: Greeting }[] = [];

  function countOf(network: string, now: number): number {
    const seen = unknown.get(network);
    return seen ? Math.max(0, seen.count - Math.max(0, now - seen.since) / unknownEveryMs) : 0;
  }

  return {
    add(socket, greeting) {
      if (countOf(networkOf(socket.address), Date.now()) <= unknownAtOnce) arrive(socket, greeting);
      else if (waiting.length < mostWaiting) waiting.push({ socket, greeting });
      else socket.part(tryAgainLater, 'too many unknown tokens from this address');
    },
    noteUnknown(address) {
      const now = Date.now();
      const network = networkOf(address);
      unknown.set(network, { count: Math.min(2 * unknownAtOnce, countOf(network, now) + 1), since: now });
    },
    lookUpWaiting() {
      const now = Date.now();
      for (const network of unknown.keys()) if (countOf(network, now) === 0) unknown.delete(network);
      waiting = waiting.filter(({ socket }) => socket.readyState === socket.OPEN && socket.partedAt === 0);
      for (const { socket, greeting } of waiting.splice(0, lookedUpTogether)) arrive(socket, greeting);
    },
  };
}
