import { readFilter, type DeviceFeature, type ListFilter } from '@fairwatch/contract';
import { daysInput, readDays, type Days } from '../../core/components/time/days.ts';
import { useUrlSearch } from '../../core/components/filters/use-list-search.ts';

/** The filter of a feature's list, which is in the URL. */
export interface FeatureFilter {
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
export function useFeatureFilter(feature: DeviceFeature, defaults: ListFilter = {}): FeatureFilter {
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
