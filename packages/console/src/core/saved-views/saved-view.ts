import type { RawSearch } from '../components/list-search.ts';

/** How somebody wants to see a list, under a name: search, filters and sort as the URL has them, and hidden columns. */
export interface SavedView {
  name: string;
  search: Readonly<Record<string, string | number | boolean>>;
  hidden: readonly string[];
}

/** What is on screen, as far as a view keeps it. */
export type Seen = Omit<SavedView, 'name'>;

export const savedViewLimits = { views: 20, nameLength: 40 } as const;

/** Where somebody stands in a list, or what is open beside it, is not how they see it. */
const passing: readonly string[] = ['page', 'user', 'tab', 'history', 'recorder', 'recordingHistory'];

/** Lists that open beside it have a page of their own: `historyPage`. */
function isPassing(key: string): boolean {
  return passing.includes(key) || key.endsWith('Page');
}

/** What of the URL belongs to a view. */
export function seenIn(raw: RawSearch, hidden: readonly string[]): Seen {
  const lasting = Object.entries(raw).filter(([key, value]) => !isPassing(key) && isPlainValue(value));
  return { search: Object.fromEntries(lasting) as Seen['search'], hidden: hidden.toSorted() };
}

export function isSame(one: Seen, other: Seen): boolean {
  return fingerprint(one) === fingerprint(other);
}

function fingerprint({ search, hidden }: Seen): string {
  const values = Object.entries(search).map(([key, value]) => [key, String(value)]);
  return JSON.stringify([values.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)), hidden.toSorted()]);
}

/** Keeps what is seen under a name; a view of that name is replaced where it stands. */
export function save(views: readonly SavedView[], name: string, seen: Seen): SavedView[] {
  const view = { ...seen, name };
  if (!views.some((each) => each.name === name)) return [...views, view].slice(-savedViewLimits.views);
  return views.map((each) => (each.name === name ? view : each));
}

/** Gives a view another name; one that had it before gives way. */
export function rename(views: readonly SavedView[], from: string, to: string): SavedView[] {
  const renamed = views.filter(({ name }) => name === from || name !== to);
  return renamed.map((view) => (view.name === from ? { name: to, search: view.search, hidden: view.hidden } : view));
}

function isPlainValue(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false;
  const { name, search, hidden } = value as Partial<Record<keyof SavedView, unknown>>;
  if (typeof name !== 'string' || typeof search !== 'object' || search === null) return false;
  return Object.values(search).every(isPlainValue) && Array.isArray(hidden) && hidden.every(isPlainValue);
}

/** Guards against what an older version, or a person, may have left in the browser's storage. */
export function isViews(value: unknown): value is SavedView[] {
  return Array.isArray(value) && value.every(isView);
}
