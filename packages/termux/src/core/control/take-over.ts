import { setTimeout as sleep } from 'node:timers/promises';
import { askRunning, canReach } from './control-client.ts';
import { AlreadyRunning } from './control-server.ts';

const pollMs = 100;

/**
 * Asks a process without a screen to end, and waits until it has. One with a screen refuses: then `AlreadyRunning` is thrown. Does nothing
 * while none runs.
 */
export async function takeOver(path: string, { withinMs = 10_000 } = {}): Promise<void> {
  const answer = await askRunning(path, { word: 'hand-over' }).catch(() => null);
  if (answer === null) return;
  if (!answer.isDone) throw new AlreadyRunning();
  const until = Date.now() + withinMs;
  while (Date.now() < until && (await canReach(path))) await sleep(pollMs);
}
