import type { ServerResponse } from 'node:http';
import { createTurns } from '../turns.ts';

/**
 * From this size on a body counts as large. A smaller one takes about as much memory as the connection it comes over, which has one at
 * a time, or over HTTP/2 a hundred: the sum over all callers is bounded by the number of connections.
 */
export const largeBodyBytes = 64 * 1024;

/** So many are in memory at once, over all callers: each is held as bytes, as text and as what it was parsed to. */
const heldAtOnce = 4;

/** Lets large bodies in one after the other. Those that wait stay in the network, where they take no memory of ours. */
export function createLargeBodies(): (answer: ServerResponse) => Promise<void> {
  const inTurn = createTurns(heldAtOnce);
  return async (answer) => {
    const { promise: turn, resolve: begin } = Promise.withResolvers<void>();
    // Whatever becomes of the request, its answer closes: when it is written, or when the caller goes away.
    const closed = new Promise((resolve) => answer.once('close', resolve));
    void inTurn(async () => {
      begin();
      await closed;
    });
    await turn;
  };
}
