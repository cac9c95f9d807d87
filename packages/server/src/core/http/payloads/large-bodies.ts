import type { ServerResponse } from 'node:http';
import { createSemaphore } from '../../jobs/semaphore.ts';

/**
 * The size from which a body counts as large. Smaller bodies need no limit of their own: each takes about as much memory as a
 * connection, and the number of connections is bounded.
 */
export const largeBodyBytes = 64 * 1024;

/** How many large bodies may be in memory at once, over all callers. Each one exists as bytes, as text and as a parsed value. */
const maxLargeBodies = 4;

/** Limits how many large bodies are read at once. The others stay in the network, where they take no memory of this process. */
export function createLargeBodies(): (answer: ServerResponse) => Promise<void> {
  const inTurn = createSemaphore(maxLargeBodies);
  return async (answer) => {
    const { promise: turn, resolve: begin } = Promise.withResolvers<void>();
    // `close` always comes: after the response was sent, or when the caller disconnects.
    const closed = new Promise((resolve) => answer.once('close', resolve));
    void inTurn(async () => {
      begin();
      await closed;
    });
    await turn;
  };
}
