import { useNavigate, useSearch } from '@tanstack/react-router';
import { changeListSearch, readListSearch, readPage, writeListSearch } from './list-search.ts';
import type { ListDefaults, ListSearch, RawSearch } from './list-search.ts';

interface ChangeOptions {
  /** Do not leave a step for the back button. */
  replace?: boolean;
}

interface PatchOptions extends ChangeOptions {
  resetScroll?: boolean;
}

/** A list's place in the URL, with the way to change it. */
export interface ListView<SortField extends string = string> extends ListSearch<SortField> {
  change: (change: Partial<ListSearch>, options?: ChangeOptions) => void;
}

/** The search parameters of the current page as they came, and a way to change some of them. */
export function useUrlSearch(): { raw: RawSearch; patch: (patch: RawSearch, options?: PatchOptions) => void } {
  const raw: RawSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    raw,
    patch: (patch, { replace = false, resetScroll = false } = {}) => {
      void navigate({ to: '.', search: (before: object) => ({ ...before, ...patch }), replace, resetScroll } as never);
    },
  };
}

/** Keeps search, sort, page and page size in the URL, so that a list can be shared, reloaded and gone back to. */
export function useListSearch<SortField extends string>(defaults: ListDefaults<SortField>): ListView<SortField> {
  const { raw, patch } = useUrlSearch();
  const list = readListSearch(raw, defaults);
  return {
    ...list,
    change: (change, options) => {
      const next = changeListSearch(list, change);
      patch(writeListSearch(next, defaults), { ...options, resetScroll: next.page !== list.page });
    },
  };
}

interface SmallList {
  /** The word for its page in the URL: it may stand beside another list. */
  pageWord: string;
  pageSize: number;
  /** What it is sorted by, the newest first. */
  sortBy: string;
}

/** The place of a list that can only be paged through. */
export function useSmallList({ pageWord, pageSize, sortBy }: SmallList): ListView {
  const { raw, patch } = useUrlSearch();
  return {
    search: '',
    sortBy,
    sortDirection: 'desc',
    page: readPage(raw[pageWord]),
    pageSize,
    change: ({ page }, options) => patch({ [pageWord]: page === 1 ? undefined : page }, options),
  };
}
