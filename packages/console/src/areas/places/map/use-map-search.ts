import { deviceStatuses, type DeviceStatus } from '@fairwatch/contract';
import { urlSearchText, type RawSearch } from '../../../core/components/filters/list-search.ts';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';

/** What the URL says about the map. */
export interface MapSearch {
  search: string;
  status: DeviceStatus | undefined;
  groupId: number | undefined;
  /** The chosen device. */
  device: number | undefined;
}

/** Reads the search parameters of a URL. Invalid values are ignored. */
function readMapSearch(raw: RawSearch): MapSearch {
  return {
    search: urlSearchText(raw.search),
    status: deviceStatuses.find((status) => status === raw.status),
    groupId: readId(raw.groupId),
    device: readId(raw.device),
  };
}

function readId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** The search, the filters and the chosen device of the map, in the URL. */
export function useMapSearch() {
  const { raw, patch } = useUrlSearch();
  const values = readMapSearch(raw);
  const { search, status, groupId } = values;
  return {
    ...values,
    active: search !== '' || status !== undefined || groupId !== undefined,
    change: (change: Partial<MapSearch>, options: { replace?: boolean } = {}) =>
      patch({ ...change, ...('search' in change && { search: change.search || undefined }) }, options),
    clear: () => patch({ search: undefined, status: undefined, groupId: undefined }),
  };
}
export type MapSearchView = ReturnType<typeof useMapSearch>;
