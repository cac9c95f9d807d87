import { useNavigate, useSearch } from '@tanstack/react-router';
import { changeListSearch, readListSearch, readPage, writeListSearch } from './list-search.ts';
import type { ListDefaults, ListSearch, RawSearch } from './list-search.ts';

interface ChangeOptions {
  /** Replaces the history entry instead of pushing one. */
  replace?: boolean;
}

interface PatchOptions extends ChangeOptions {
  resetScroll?: boolean;
}

/** The search, sort and page of a list, and a function that changes them in the URL. */
export interface ListView<SortField extends string = string> extends ListSearch<SortField> {
  change: (change: Partial<ListSearch>, options?: ChangeOptions) => void;
}

/** Changed search parameters, or a function that computes them from the current ones. */
type Patch = RawSearch | ((before: RawSearch) => RawSearch);

/** The unvalidated search parameters of the current page, and a function that changes some of them. */
export function useUrlSearch(): { raw: RawSearch; patch: (patch: Patch, options?: PatchOptions) => void } {
  const raw: RawSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    raw,
    patch: (patch, { replace = false, resetScroll = false } = {}) => {
      const search = (before: RawSearch) => ({ ...before, ...(typeof patch === 'function' ? patch(before) : patch) });
      void navigate({ to: '.', search, replace, resetScroll });
    },
  };
}

/** Keeps search, sort, page and page size in the URL, so that a list survives a reload and can be shared as a link. */
export function useListSearch<SortField extends string>(defaults: ListDefaults<SortField>): ListView<SortField> {
  const { raw, patch } = useUrlSearch();
  const list = readListSearch(raw, defaults);
  return {
    ...list,
    change: (change, options) => {
      // Computed from the current URL, not from the rendered list, so that two changes before a render are both kept.
      patch((before) => writeListSearch(changeListSearch(readListSearch(before, defaults), change), defaults), {
        ...options,
        resetScroll: changeListSearch(list, change).page !== list.page,
      });
    },
  };
}

interface SmallList {
  /** The search parameter of its page number, unique among the lists of a page. */
  pageWord: string;
  pageSize: number;
  /** The field of the descending sort. */
  sortBy: string;
}

/** Keeps only the page number in the URL, for a list with a fixed sort and without search. */
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
