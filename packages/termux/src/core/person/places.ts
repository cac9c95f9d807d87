import { mkdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pageText } from '../texts/pages.texts.ts';

/** Where paths that the person types begin, and what is never shared. */
export interface PlaceRules {
  homeFolder: string;
  stateFolder: string;
}

/** The whole path of what the person typed; `~` is their home. */
export function wholePath(typed: string, homeFolder: string): string {
  if (typed === '~') return homeFolder;
  return resolve(homeFolder, typed.startsWith('~/') ? typed.slice(2) : typed);
}

/** A path as the person reads it, short where it is below their home. */
export function shortPath(path: string, homeFolder: string): string {
  const below = relative(homeFolder, path);
  if (below === '') return '~';
  return below.startsWith('..') || isAbsolute(below) ? path : join('~', below);
}

/** Splits paths that were typed on one line, separated by commas. */
export function splitPaths(typed: string): string[] {
  return typed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Finds a folder that the person wants to share; throws with the reason when it cannot be. One that contains the state of this program
 * is refused: whoever reads that can act as this phone. With `create` a missing folder is made.
 */
export async function checkFolder(typed: string, rules: PlaceRules, create: boolean): Promise<string> {
  const path = wholePath(typed, rules.homeFolder);
  if (create) await mkdir(path, { recursive: true }).catch(() => undefined);
  const found = await realpath(path).catch(() => null);
  if (found === null || !(await stat(found)).isDirectory()) throw new Error(pageText('place.noFolder', { typed }));
  const state = await realpath(rules.stateFolder).catch(() => resolve(rules.stateFolder));
  if (contains(found, state) || contains(state, found)) {
    throw new Error(pageText('place.ownFolder', { typed }));
  }
  return found;
}

/** Finds a calendar file that the person wants to share; throws with the reason when it cannot be. */
export async function checkCalendarFile(
  typed: string,
  { homeFolder }: Pick<PlaceRules, 'homeFolder'>,
): Promise<string> {
  const path = await realpath(wholePath(typed, homeFolder)).catch(() => null);
  if (path === null || !(await stat(path)).isFile()) throw new Error(pageText('place.noFile', { typed }));
  if (!path.toLowerCase().endsWith('.ics')) throw new Error(pageText('place.noCalendar', { typed }));
  return path;
}

function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
