import { homedir } from 'node:os';
import path from 'node:path';

/** The absolute path of what the person typed: `~` is their home folder. */
export function homePath(typed: string): string {
  if (typed === '~') return homedir();
  return path.resolve(typed.startsWith('~/') ? path.join(homedir(), typed.slice(2)) : typed);
}
