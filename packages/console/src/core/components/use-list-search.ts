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

/** What changes of the search parameters; as a function, over what they are by then. */
type Patch = RawSearch | ((before: RawSearch) => RawSearch);

/** The search parameters of the current page as they came, and a way to change some of them. */
export function useUrlSearch(): { raw: RawSearch; patch: (patch: Patch, options?: PatchOptions) => void } {
  const raw: RawSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    raw,
    patch: (patch, { replace = false, resetScroll = false } = {}) => {
      const search = (before: RawSearch) => ({ ...before, ...(typeof patch === 'function' ? patch(before) : patch) });
      void navigate({ to: '.', search, replace, resetScroll } as never);
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
      // What was changed a moment ago may be in the URL and not on screen yet: it must not be taken back.
      patch((before) => writeListSearch(changeListSearch(readListSearch(before, defaults), change), defaults), {
        ...options,
        resetScroll: changeListSearch(list, change).page !== list.page,
      });
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
