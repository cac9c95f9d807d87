import { readPage } from '../../core/components/list-search.ts';
import { useUrlSearch, type ListView } from '../../core/components/use-list-search.ts';

/** Where a list of files on the server stands; its page has a word of its own in the URL. */
export function useCdnView(pageName: string, pageSize: number): ListView {
  const { raw, patch } = useUrlSearch();
  return {
    search: '',
    sortBy: 'storedAt',
    sortDirection: 'desc',
    page: readPage(raw[pageName]),
    pageSize,
    change: (change, options) => patch({ [pageName]: change.page === 1 ? undefined : change.page }, options),
  };
}
