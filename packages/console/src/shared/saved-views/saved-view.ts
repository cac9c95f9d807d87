import type { SavedView } from '@fairwatch/contract';
import { defaultParseSearch } from '@tanstack/react-router';
import type { RawSearch } from '../../core/components/filters/list-search.ts';

/** The part of a list's state that a view saves. */
export type ViewState = Omit<SavedView, 'name'>;

/** Search parameters that a view does not save: the page, and the panels that are open beside the list. */
const transient: readonly string[] = ['page', 'user', 'tab', 'history', 'recorder', 'recordingHistory'];

/** Other lists on the page have their own page parameters, such as `historyPage`. */
function isTransient(key: string): boolean {
  return transient.includes(key) || key.endsWith('Page');
}

/** Reads the state of a view from the search parameters. It is sorted, so that equal states are equal strings. */
export function viewStateOf(raw: RawSearch, hidden: readonly string[]): ViewState {
  const kept = Object.entries(raw).filter(([key, value]) => !isTransient(key) && isPlainValue(value));
  const parameters = new URLSearchParams(kept.map(([key, value]) => [key, String(value)]));
  parameters.sort();
  return { search: parameters.toString(), hidden: hidden.toSorted() };
}

/** The search parameters of a view, as the router takes them. */
export function searchOf({ search }: ViewState): RawSearch {
  return defaultParseSearch(search) as RawSearch;
}

export function isSame(one: ViewState, other: ViewState): boolean {
  return one.search === other.search && one.hidden.toSorted().join(' ') === other.hidden.toSorted().join(' ');
}

function isPlainValue(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
