import type { LiveViewer } from '@fairwatch/contract';

/**
 * Who a viewer watches with: the names of the others, each once however many pages they have open. The own name is left out once, so that
 * somebody who watches twice is told.
 */
export function otherViewers(viewers: readonly LiveViewer[], own: string): string[] {
  const ownAt = viewers.findIndex(({ username }) => username === own);
  const others = new Map(viewers.filter((_, at) => at !== ownAt).map(({ username, name }) => [username, name]));
  return [...others.values()];
}

/** What is left of a time in minutes and seconds: "4:05". */
export function remainingText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Names in a sentence: "maria and tom". */
export function namesText(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
