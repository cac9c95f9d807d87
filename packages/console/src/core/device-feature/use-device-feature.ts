import {
  deviceSummary,
  type DeviceFeature,
  type DeviceSummary,
  type ListFilter,
  type OutputOf,
} from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { query } from '../api/query.ts';
import type { FetchPage } from '../export/collect-rows.ts';
import type { ListRow } from '../components/columns.ts';
import type { SortDirection } from '../components/list-search.ts';
import { useListSearch } from '../components/use-list-search.ts';
import { usePagedList, type PagedList } from '../components/use-paged-list.ts';
import { noSuchId } from '../router/id-in-address.ts';
import { useCurrentPage } from '../router/pages-context.ts';
import { useFeatureFilter, type FeatureFilter } from './use-feature-filter.ts';
import { useCommands, type FeatureCommands } from './use-commands.ts';
import { useUpdate, type Update } from './use-update.ts';
import { withheldBy } from './withheld.ts';

type RowOf<Feature extends DeviceFeature> = OutputOf<Feature['list']>[number];

/** One kind of data of the device in the URL, with all that its page needs. */
export interface DeviceFeatureList<Row extends ListRow> {
  feature: DeviceFeature;
  deviceId: number;
  /** Null while it is loading, or when there is no such device. */
  device: DeviceSummary | null;
  deviceLoading: boolean;
  rows: PagedList<Row>;
  filter: FeatureFilter;
  fetchPage: FetchPage<Row>;
  commands: FeatureCommands;
  update: Update;
  /** False when the device's person does not share this, or has paused sharing. */
  shared: boolean;
}

/** How a page shows its feature, where the URL does not say otherwise. */
interface FeatureView {
  /** What the list is narrowed to. */
  filter?: ListFilter;
  /** The same, whatever the URL says. */
  only?: ListFilter;
  sortDirection?: SortDirection;
  /** For a page that shows all rows at once. */
  pageSize?: number;
}

/** Reads a feature of the device that the URL names: its rows as searched and sorted, its commands, its Update. */
export function useDeviceFeature<Feature extends DeviceFeature>(
  feature: Feature,
  shown: FeatureView = {},
): DeviceFeatureList<RowOf<Feature>> {
  const deviceId = useCurrentPage().deviceId ?? noSuchId;
  const [sortBy = 'id'] = feature.sortBy;
  const newestFirst = sortBy === feature.period ? 'desc' : 'asc';
  const sortDirection = shown.sortDirection ?? newestFirst;
  const view = useListSearch({ sortFields: feature.sortBy, sortBy, sortDirection });
  const filter = useFeatureFilter(feature, shown.filter);
  const { change: _, ...search } = {
    ...view,
    pageSize: shown.pageSize ?? view.pageSize,
    filter: { ...filter.input, ...shown.only },
  };
  // The endpoint's type says which rows it gives, but inside a function over all features that type stays open.
  const endpoint: DeviceFeature['list'] = feature.list;
  const rows = usePagedList(query(endpoint, { deviceId, ...search }), view) as PagedList<RowOf<Feature>>;
  const fetchPage = ((page, signal) => call(endpoint, { deviceId, ...search, ...page }, signal)) as FetchPage<
    RowOf<Feature>
  >;
  const commands = useCommands(feature, deviceId);
  const summary = useQuery(query(deviceSummary, { deviceId }));
  const device = summary.data?.data ?? null;
  return {
    feature,
    deviceId,
    device,
    deviceLoading: summary.isPending,
    rows,
    filter,
    fetchPage,
    commands,
    update: useUpdate(feature, deviceId, { error: rows.error, pending: commands.open !== null, device }),
    shared: withheldBy(rows.error) === null,
  };
}
