import { limits } from '@fairwatch/contract';

export type SortDirection = 'asc' | 'desc';

/** What a list shows: everything here lives in the URL. */
export interface ListSearch<SortField extends string = string> {
  search: string;
  sortBy: SortField;
  sortDirection: SortDirection;
  page: number;
  pageSize: number;
}

/** How a list starts, and what it can be sorted by. */
export interface ListDefaults<SortField extends string = string> {
  sortFields: readonly SortField[];
  sortBy: NoInfer<SortField>;
  sortDirection: SortDirection;
}

export type RawSearch = Readonly<Record<string, unknown>>;

/** The page sizes on offer. */
export const pageSizes: readonly number[] = [limits.page.defaultSize, 50, 100];

const lastPage = 1_000_000;

/** A page number from the URL; anything else than a page that can exist is page 1. */
export function readPage(value: unknown): number {
  const page = Number(value);
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

/** Reads the URL of a list. A URL is typed and shared by people, so rubbish in it means the default, never an error. */
export function readListSearch<SortField extends string>(
  raw: RawSearch,
  defaults: ListDefaults<SortField>,
): ListSearch<SortField> {
  const pageSize = Number(raw.pageSize);
  return {
    search: urlSearchText(raw.search),
    sortBy: defaults.sortFields.find((field) => field === raw.sortBy) ?? defaults.sortBy,
    sortDirection: readDirection(raw.sortDirection) ?? defaults.sortDirection,
    page: readPage(raw.page),
    pageSize: pageSizes.includes(pageSize) ? pageSize : limits.page.defaultSize,
  };
}

/** The URL of a list: undefined stands for "not written", so that a list at its defaults has a clean address. */
export function writeListSearch(list: ListSearch, defaults: ListDefaults): Record<keyof ListSearch, unknown> {
  return {
    search: list.search === '' ? undefined : list.search,
    sortBy: list.sortBy === defaults.sortBy ? undefined : list.sortBy,
    sortDirection: list.sortDirection === defaults.sortDirection ? undefined : list.sortDirection,
    page: list.page === 1 ? undefined : list.page,
    pageSize: list.pageSize === limits.page.defaultSize ? undefined : list.pageSize,
  };
}

/** Applies a change. Whoever searches, sorts or resizes starts again at page 1. */
export function changeListSearch(list: ListSearch, change: Partial<ListSearch>): ListSearch {
  return { ...list, page: 1, ...change };
}

/** A text in a URL; the router reads digits as a number. Whatever else is there means none. */
export function urlText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** What is searched for, as the server takes it. */
export function urlSearchText(value: unknown): string {
  return urlText(value).trim().slice(0, limits.search.maxLength);
}

function readDirection(value: unknown): SortDirection | undefined {
  return value === 'asc' || value === 'desc' ? value : undefined;
}
