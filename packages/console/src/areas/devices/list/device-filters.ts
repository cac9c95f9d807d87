import { device, type DeviceFilter } from '@fairwatch/contract';
import { urlText, type RawSearch } from '../../../core/components/filters/list-search.ts';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';

const statuses = device.shape.status.options;

/** Reads the filters of a URL. Invalid values are ignored. */
export function readFilters(raw: RawSearch): DeviceFilter {
  const appName = urlText(raw.appName);
  return {
    status: statuses.find((status) => status === raw.status),
    appName: appName === '' || appName.length > 200 ? undefined : appName,
    adminId: readId(raw.adminId),
    groupId: readId(raw.groupId),
  };
}

function readId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** The filters in the URL. Changing them returns the list to its first page. */
export function useDeviceFilters() {
  const { raw, patch } = useUrlSearch();
  const filters = readFilters(raw);
  return {
    filters,
    active: Object.values(filters).some((value) => value !== undefined),
    change: (change: DeviceFilter) => patch({ ...change, page: undefined }),
    clear: () =>
      patch({ status: undefined, appName: undefined, adminId: undefined, groupId: undefined, page: undefined }),
  };
}
export type DeviceFilters = ReturnType<typeof useDeviceFilters>;
