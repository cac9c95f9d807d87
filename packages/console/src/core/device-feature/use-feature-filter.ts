import { readFilter, type DeviceFeature, type ListFilter } from '@fairwatch/contract';
import { daysInput, readDays, type Days } from '../components/days.ts';
import { useUrlSearch } from '../components/use-list-search.ts';

/** What a feature's list is narrowed to; it lives in the URL. */
export interface FeatureFilter {
  /** The values of the fields that the feature filters by. */
  values: ListFilter;
  days: Days;
  /** As the server takes it. */
  input: ListFilter;
  active: boolean;
  /** Undefined takes a filter off. The list then starts at its first page. */
  change: (change: ListFilter) => void;
  clear: () => void;
}

/** Reads the filters of a feature from the URL; what it does not name is as usual. Rubbish in it means no filter. */
export function useFeatureFilter(feature: DeviceFeature, usual: ListFilter = {}): FeatureFilter {
  const { filterBy, period } = feature;
  const { raw, patch } = useUrlSearch();
  const values = readFilter(feature, raw);
  const days = period === null ? {} : readDays(raw);
  const names = period === null ? filterBy : [...filterBy, 'from', 'to'];
  const change = (wanted: ListFilter) => patch({ ...wanted, page: undefined });
  return {
    values,
    days,
    input: { ...usual, ...values, ...(period === null ? {} : chosen(daysInput(days))) },
    active: [...Object.values(values), days.from, days.to].some((value) => value !== undefined),
    change,
    clear: () => change(Object.fromEntries(names.map((name) => [name, undefined]))),
  };
}

function chosen(filter: ListFilter): ListFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
