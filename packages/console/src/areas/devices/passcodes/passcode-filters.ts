import { passcodeStates, type InputOf, type passcodeList } from '@fairwatch/contract';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import type { RawSearch } from '../../../core/components/filters/list-search.ts';

type PasscodeFilter = Pick<NonNullable<InputOf<typeof passcodeList>['filter']>, 'state' | 'batchId' | 'groupId'>;

/** Reads the filters of a URL. Invalid values are ignored. */
export function readFilters(raw: RawSearch): PasscodeFilter {
  return {
    state: passcodeStates.find((state) => state === raw['state']),
    batchId: idOf(raw['batchId']),
    groupId: idOf(raw['groupId']),
  };
}

function idOf(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** The filters in the URL. Changing them returns the list to its first page. */
export function usePasscodeFilters() {
  const { raw, patch } = useUrlSearch();
  const filters = readFilters(raw);
  return {
    filters,
    active: Object.values(filters).some((value) => value !== undefined),
    change: (change: PasscodeFilter) => patch({ ...change, page: undefined }),
    clear: () => patch({ state: undefined, batchId: undefined, groupId: undefined, page: undefined }),
  };
}
export type PasscodeFilters = ReturnType<typeof usePasscodeFilters>;
