import { saveView, savedViewLimits, type SavedView } from '@fairwatch/contract';
import { call } from '../../core/api/client.ts';
import { sessionStore } from '../../core/session/session-store.ts';
import { viewStateOf } from './saved-view.ts';

/** A view as versions up to 1.0.20 stored it in the browser. */
interface LocalView {
  name: string;
  search: Readonly<Record<string, unknown>>;
  hidden: readonly string[];
}

function isLocalView(value: unknown): value is LocalView {
  if (typeof value !== 'object' || value === null) return false;
  const { name, search, hidden } = value as Partial<Record<keyof LocalView, unknown>>;
  if (typeof name !== 'string' || typeof search !== 'object' || search === null) return false;
  return Array.isArray(hidden) && hidden.every((key) => typeof key === 'string');
}

function readLocalViews(key: string): LocalView[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter(isLocalView) : [];
  } catch {
    return [];
  }
}

/**
 * Moves the views that an earlier version stored in this browser to the account. A view of the account wins over one of the same
 * name. Views beyond the limit of the account stay in the browser until there is room for them, and so do all when a call fails.
 * Resolves to true when views were moved.
 */
export async function moveLocalViews(list: string, saved: readonly SavedView[]): Promise<boolean> {
  const key = `saved-views:${list}:${sessionStore.get().userId}`;
  if (localStorage.getItem(key) === null) return false;
  const names = new Set(saved.map(({ name }) => name));
  const missing = readLocalViews(key).filter(({ name }) => !names.has(name));
  const room = Math.max(0, savedViewLimits.views - saved.length);
  for (const { name, search, hidden } of missing.slice(0, room)) {
    await call(saveView, { list, view: { name, ...viewStateOf(search, hidden) } });
  }
  if (missing.length > room) localStorage.setItem(key, JSON.stringify(missing.slice(room)));
  else localStorage.removeItem(key);
  return Math.min(room, missing.length) > 0;
}
