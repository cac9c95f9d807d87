import { join } from 'node:path';

/** The socket on which taps arrive. */
export function controlPath(stateFolder: string): string {
  return join(stateFolder, 'control.sock');
}
