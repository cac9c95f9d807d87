import { deviceList, deviceSortFields, type InputOf } from '@fairwatch/contract';
import { readListSearch, type RawSearch } from '../../core/components/list-search.ts';
import { readFilters } from './device-filters.ts';

/** Newest first: whoever looks for a device has mostly just seen it join. */
export const deviceListDefaults = {
  sortFields: deviceSortFields,
  sortBy: 'formattedDate',
  sortDirection: 'desc',
} as const;

/** The call that reads the list as the search parameters of its address ask for it. */
export function deviceListCall(raw: RawSearch): [typeof deviceList, InputOf<typeof deviceList>] {
  return [deviceList, { ...readListSearch(raw, deviceListDefaults), filter: readFilters(raw) }];
}
