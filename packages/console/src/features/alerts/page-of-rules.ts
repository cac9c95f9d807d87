import { paginationOf, type AlertRule } from '@fairwatch/contract';
import type { ListSearch } from '../../core/components/filters/list-search.ts';
import { currentLanguage } from '../../core/i18n/i18n.ts';

export const ruleSortFields = ['name', 'lastRangAt'] as const;
type RuleSearch = ListSearch<(typeof ruleSortFields)[number]>;

/** One page of the rules that match a search. They are few, because the server limits them per admin, so they are all read at once. */
export function pageOfRules(rules: readonly AlertRule[], view: RuleSearch) {
  const { search, sortBy, sortDirection, page, pageSize } = view;
  const typed = search.toLowerCase();
  const matching = rules.filter(({ name, purpose, words, owner, targetName, recipients }) =>
    [name, purpose, words, owner, targetName ?? '', ...recipients.map(({ username }) => username)].some((text) =>
      text.toLowerCase().includes(typed),
    ),
  );
  const order = sortDirection === 'asc' ? 1 : -1;
  const compare = (one: AlertRule, other: AlertRule) =>
    sortBy === 'name' ? one.name.localeCompare(other.name, currentLanguage()) : timeOf(one) - timeOf(other);
  const sorted = matching.toSorted((one, other) => order * compare(one, other) || one.id - other.id);
  return {
    rows: sorted.slice((page - 1) * pageSize, page * pageSize),
    pagination: paginationOf(page, pageSize, sorted.length),
  };
}

/** A rule that never rang comes before all others. */
function timeOf({ lastRangAt }: AlertRule): number {
  return lastRangAt === null ? 0 : Date.parse(lastRangAt);
}
