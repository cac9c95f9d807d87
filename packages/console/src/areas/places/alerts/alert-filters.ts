import { alertStates, type InputOf, type alertList } from '@fairwatch/contract';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';

export interface AlertFilters {
  state?: (typeof alertStates)[number] | undefined;
  ruleId?: number | undefined;
  deviceId?: number | undefined;
}

/** Reads the filters from search parameters. Unknown values are ignored. */
function readAlertFilters(raw: Readonly<Record<string, unknown>>): AlertFilters {
  return {
    state: alertStates.find((each) => each === raw['state']),
    ruleId: idOf(raw['rule']),
    deviceId: idOf(raw['device']),
  };
}

function idOf(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** The filters in the form of the endpoint, for the alerts before one, or the newest. */
export function filterInput(filters: AlertFilters, before: number | null): InputOf<typeof alertList> {
  return { ...filters, ...(before !== null && { before }) };
}

/** The filters in the URL. */
export function useAlertFilters() {
  const { raw, patch } = useUrlSearch();
  const filters = readAlertFilters(raw);
  return {
    filters,
    active: Object.values(filters).some((value) => value !== undefined),
    change: ({ state, ruleId }: Pick<AlertFilters, 'state' | 'ruleId'>) => patch({ state, rule: ruleId }),
    clear: () => patch({ state: undefined, rule: undefined, device: undefined }),
  };
}
