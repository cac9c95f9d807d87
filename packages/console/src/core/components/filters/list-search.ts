import { limits } from '@fairwatch/contract';

export type SortDirection = 'asc' | 'desc';

/** The search, sort and page of a list. All of it is stored in the URL. */
export interface ListSearch<SortField extends string = string> {
  search: string;
  sortBy: SortField;
  sortDirection: SortDirection;
  page: number;
  pageSize: number;
}

/** The default sort of a list, and the fields it can be sorted by. */
export interface ListDefaults<SortField extends string = string> {
  sortFields: readonly SortField[];
  sortBy: NoInfer<SortField>;
  sortDirection: SortDirection;
}

export type RawSearch = Readonly<Record<string, unknown>>;

/** The page sizes that an admin can choose. */
export const pageSizes: readonly number[] = [limits.page.defaultSize, 50, 100];

const lastPage = 1_000_000;

/** Parses a page number of the URL. An invalid value is read as page 1. */
export function readPage(value: unknown): number {
  const page = Number(value);
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

/** Parses the search parameters of a list. People edit and share URLs, so an invalid value is read as the default, never as an error. */
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

/** The search parameters of a list. Defaults are undefined, which leaves them out of the URL. */
export function writeListSearch(list: ListSearch, defaults: ListDefaults): Record<keyof ListSearch, unknown> {
  return {
    search: list.search === '' ? undefined : list.search,
    sortBy: list.sortBy === defaults.sortBy ? undefined : list.sortBy,
    sortDirection: list.sortDirection === defaults.sortDirection ? undefined : list.sortDirection,
    page: list.page === 1 ? undefined : list.page,
    pageSize: list.pageSize === limits.page.defaultSize ? undefined : list.pageSize,
  };
}

/** Applies a change. A change of search, sort or page size goes back to page 1. */
export function changeListSearch(list: ListSearch, change: Partial<ListSearch>): ListSearch {
  return { ...list, page: 1, ...change };
}

/** Reads a text of the URL. The router parses digits as a number; any other type is read as an empty text. */
export function urlText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Reads a search text of the URL, trimmed and cut to the length that the server accepts. */
export function urlSearchText(value: unknown): string {
  return urlText(value).trim().slice(0, limits.search.maxLength);
}

function readDirection(value: unknown): SortDirection | undefined {
  return value === 'asc' || value === 'desc' ? value : undefined;
}
