import type { Command, DeviceFeature } from '@fairwatch/contract';
import { query } from '../api/query.ts';
import { readPage } from '../components/list-search.ts';
import { useUrlSearch, type ListView } from '../components/use-list-search.ts';
import { usePagedList, type PagedList } from '../components/use-paged-list.ts';

const pageSize = 5;

/** Whether the history is on screen: in the URL, like everything one might share or go back to. */
export function useHistoryToggle(): { opened: boolean; toggle: () => void } {
  const { raw, patch } = useUrlSearch();
  const opened = raw.history === 'open';
  return { opened, toggle: () => patch({ history: opened ? undefined : 'open', historyPage: undefined }) };
}

/** A page of the commands that asked a device for one kind of data, newest first. */
export function useCommandHistory(feature: DeviceFeature, deviceId: number): PagedList<Command> {
  const { raw, patch } = useUrlSearch();
  const page = readPage(raw.historyPage);
  const view: ListView = {
    search: '',
    sortBy: 'createdAt',
    sortDirection: 'desc',
    page,
    pageSize,
    change: (change, options) => patch({ historyPage: change.page === 1 ? undefined : change.page }, options),
  };
  return usePagedList(query(feature.history, { deviceId, page, pageSize }), view);
}
