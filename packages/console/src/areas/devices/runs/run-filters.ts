import { runActionNames, runStates, type InputOf, type runList } from '@fairwatch/contract';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';

/** The states that the filter offers. INCOMPLETE: with items that failed, expired or were skipped. */
export const filterStates = [...runStates, 'INCOMPLETE'] as const;

export interface RunFilters {
  state?: (typeof filterStates)[number] | undefined;
  action?: (typeof runActionNames)[number] | undefined;
  deviceId?: number | undefined;
}

/** Reads the filters from search parameters. Unknown values are ignored. */
export function readRunFilters(raw: Readonly<Record<string, unknown>>): RunFilters {
  const deviceId = Number(raw['device']);
  return {
    state: filterStates.find((each) => each === raw['state']),
    action: runActionNames.find((each) => each === raw['action']),
    deviceId: Number.isSafeInteger(deviceId) && deviceId > 0 ? deviceId : undefined,
  };
}

/** The filters in the form of the endpoint. */
export function filterInput({ state, action, deviceId }: RunFilters): NonNullable<InputOf<typeof runList>['filter']> {
  return {
    ...(state === 'INCOMPLETE' ? { incomplete: true } : { state }),
    action,
    deviceId,
  };
}

/** The filters in the URL. */
export function useRunFilters() {
  const { raw, patch } = useUrlSearch();
  const filters = readRunFilters(raw);
  const nothing = { state: undefined, action: undefined, device: undefined };
  return {
    filters,
    active: Object.values(filters).some((value) => value !== undefined),
    change: (change: Pick<RunFilters, 'state' | 'action'>) => patch({ ...change, page: undefined }),
    clear: () => patch({ ...nothing, page: undefined }),
  };
}
