import { isDatabaseGone } from '../../database/database-gone.ts';
import type { Database } from '../../database/schema.ts';
import { createBatcher, type Batcher } from '../../batcher.ts';
import { insertCommands, type NewCommand, type QueuedCommand } from './commands.store.ts';

interface Wish {
  command: NewCommand;
  resolve(queued: QueuedCommand): void;
  reject(error: unknown): void;
}

/** One per database, which is one per server: to queue a command is a plain function. */
const queues = new WeakMap<Database, Batcher<Wish>>();

/** Queues a command together with those that others ask for at the same moment. */
export function queueCommand(db: Database, command: NewCommand): Promise<QueuedCommand> {
  const queue = queues.get(db) ?? createBatcher<Wish>((wishes) => write(db, wishes), rejectAll);
  queues.set(db, queue);
  return new Promise((resolve, reject) => queue.add({ command, resolve, reject }));
}

/** Of several wishes for one device the later ones come in later rounds: they find the first one pending. */
async function write(db: Database, wishes: readonly Wish[]): Promise<void> {
  for (let left = wishes; left.length > 0;) {
    const firsts = new Map(left.toReversed().map((wish) => [wish.command.deviceId, wish]));
    const round = Array.from(firsts.values());
    left = left.filter((wish) => firsts.get(wish.command.deviceId) !== wish);
    await writeRound(db, round);
  }
}

async function writeRound(db: Database, wishes: readonly Wish[]): Promise<void> {
  try {
    const queued = await insertCommands(
      db,
      wishes.map(({ command }) => command),
    );
    for (const [place, { resolve }] of wishes.entries()) resolve(queued[place] ?? { refused: 'not_shared' });
  } catch (error) {
    // One that cannot be stored must not take the others with it.
    if (wishes.length === 1 || isDatabaseGone(error)) rejectAll(error, wishes);
    else for (const wish of wishes) await writeRound(db, [wish]);
  }
}

function rejectAll(error: unknown, wishes: readonly Wish[]): void {
  for (const { reject } of wishes) reject(error);
}
