import { deviceList, deviceSortFields, type InputOf } from '@fairwatch/contract';
import { readListSearch, type RawSearch } from '../../../core/components/filters/list-search.ts';
import { readFilters } from './device-filters.ts';

/** Newest first, because admins mostly look for a device that has just joined. */
export const deviceListDefaults = {
  sortFields: deviceSortFields,
  sortBy: 'formattedDate',
  sortDirection: 'desc',
} as const;

/** Returns the endpoint and the input that load the list for the search parameters of a URL. */
export function deviceListCall(raw: RawSearch): [typeof deviceList, InputOf<typeof deviceList>] {
  return [deviceList, { ...readListSearch(raw, deviceListDefaults), filter: readFilters(raw) }];
}
