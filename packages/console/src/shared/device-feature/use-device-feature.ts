import {
  deviceSummary,
  readFilter,
  type DeviceFeature,
  type DeviceSummary,
  type ListFilter,
  type OutputOf,
} from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../core/api/client.ts';
import { query } from '../../core/api/query.ts';
import type { FetchPage } from '../../core/export/collect-rows.ts';
import type { ListRow } from '../../core/components/table/columns.ts';
import type { SortDirection } from '../../core/components/filters/list-search.ts';
import { useListSearch, useUrlSearch } from '../../core/components/filters/use-list-search.ts';
import { usePagedList, type PagedList } from '../../core/components/table/use-paged-list.ts';
import { noSuchId } from '../../core/router/id-in-address.ts';
import { useCurrentPage } from '../../core/router/pages-context.ts';
import { useCommands, type FeatureCommands } from './commands/use-commands.ts';
import { useUpdate, type Update } from './commands/use-update.ts';
import { withheldBy } from './consent/withheld.ts';
import { daysInput, readDays, type Days } from '../../core/components/time/days.ts';

type RowOf<Feature extends DeviceFeature> = OutputOf<Feature['list']>[number];

/** One kind of data of the device in the URL, with its commands and filters. */
export interface DeviceFeatureList<Row extends ListRow> {
  feature: DeviceFeature;
  deviceId: number;
  /** Null while it is loading, and when the device does not exist. */
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

/** The defaults of a page, which the URL overrides. */
interface FeatureView {
  /** The default filter. */
  filter?: ListFilter;
  /** A filter that the URL cannot override. */
  only?: ListFilter;
  sortDirection?: SortDirection;
  /** A fixed page size, for a page that shows all rows. */
  pageSize?: number;
}

/** Loads a feature of the device in the URL: its rows with the search and order of the URL, its commands and its Update. */
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
  // The row type of the endpoint is not resolved inside a function that is generic over all features, hence the casts below.
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
    update: useUpdate(feature, deviceId, { error: rows.error, open: commands.open, device }),
    shared: withheldBy(rows.error) === null,
  };
}

/** The filter of a feature's list, which is in the URL. */
interface FeatureFilter {
  /** The values of the fields that the feature filters by. */
  values: ListFilter;
  days: Days;
  /** The filter as the endpoint takes it. */
  input: ListFilter;
  active: boolean;
  /** Changes filters and returns to the first page. Undefined removes a filter. */
  change: (change: ListFilter) => void;
  clear: () => void;
}

/** Reads the filters of a feature from the URL. Missing ones have their default, and invalid values are ignored. */
function useFeatureFilter(feature: DeviceFeature, defaults: ListFilter = {}): FeatureFilter {
  const { filterBy, period } = feature;
  const { raw, patch } = useUrlSearch();
  const values = readFilter(feature, raw);
  const days = period === null ? {} : readDays(raw);
  const names = period === null ? filterBy : [...filterBy, 'from', 'to'];
  const change = (filter: ListFilter) => patch({ ...filter, page: undefined });
  return {
    values,
    days,
    input: { ...defaults, ...values, ...(period === null ? {} : withoutUndefined(daysInput(days))) },
    active: [...Object.values(values), days.from, days.to].some((value) => value !== undefined),
    change,
    clear: () => change(Object.fromEntries(names.map((name) => [name, undefined]))),
  };
}

function withoutUndefined(filter: ListFilter): ListFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
