/**
 * Outlives the run that started it by a moment: when the channel closes, for whatever reason, it ends what is still running and removes the
 * temporary folder.
 */
import { rmSync } from 'node:fs';

export type GuardMessage = { pid: number; signal: NodeJS.Signals } | { forget: number } | { folder: string };

const watched = new Map<number, NodeJS.Signals>();
let folder: string | null = null;

process.on('message', (message: GuardMessage) => {
  if ('folder' in message) folder = message.folder;
  else if ('forget' in message) watched.delete(message.forget);
  else watched.set(message.pid, message.signal);
});
// A terminal's Ctrl-C does not reach this process, and a signal to it must not leave the others behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.once('disconnect', () => {
  for (const [pid, signal] of watched) {
    // The process group first; PostgreSQL's first process alone ends all others of it.
    if (!send(-pid, signal)) send(pid, signal);
  }
  setTimeout(() => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    process.exit(0);
  }, 1000);
});

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
