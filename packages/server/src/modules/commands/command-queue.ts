import { isDatabaseGone } from '../../core/database/database-gone.ts';
import type { Database } from '../../shared/schema/schema.ts';
import { createBatcher } from '../../core/jobs/batcher.ts';
import type { CommandQueue, NewCommand, QueuedCommand } from '../../shared/services/command-queue.ts';
import { insertCommands } from './commands.store.ts';

interface QueueRequest {
  command: NewCommand;
  resolve(queued: QueuedCommand): void;
  reject(error: unknown): void;
}

export function createCommandQueue(db: Database): CommandQueue {
  const batcher = createBatcher<QueueRequest>((requests) => write(db, requests), rejectAll, { gathers: true });
  return {
    add: (command) => new Promise((resolve, reject) => batcher.add({ command, resolve, reject })),
  };
}

/** Inserts at most one command per device in a round, so that a second request for the same device finds the first one pending. */
async function write(db: Database, requests: readonly QueueRequest[]): Promise<void> {
  for (let left = requests; left.length > 0;) {
    const firsts = new Map(left.toReversed().map((request) => [request.command.deviceId, request]));
    const round = Array.from(firsts.values());
    left = left.filter((request) => firsts.get(request.command.deviceId) !== request);
    await writeRound(db, round);
  }
}

async function writeRound(db: Database, requests: readonly QueueRequest[]): Promise<void> {
  try {
    const queued = await insertCommands(
      db,
      requests.map(({ command }) => command),
    );
    for (const [place, { resolve }] of requests.entries()) resolve(queued[place] ?? { refused: 'not_shared' });
  } catch (error) {
    // One command that cannot be stored must not fail the others.
    if (requests.length === 1 || isDatabaseGone(error)) rejectAll(error, requests);
    else for (const request of requests) await writeRound(db, [request]);
  }
}

function rejectAll(error: unknown, requests: readonly QueueRequest[]): void {
  for (const { reject } of requests) reject(error);
}
