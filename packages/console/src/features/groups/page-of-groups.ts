import { paginationOf, type Group } from '@fairwatch/contract';
import type { ListSearch } from '../../core/components/filters/list-search.ts';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { ruleWords } from './rule-words.ts';

export const groupSortFields = ['name', 'devices', 'owner'] as const;
type GroupSearch = ListSearch<(typeof groupSortFields)[number]>;

/** Filters, sorts and pages the groups in the browser: an installation has at most a few hundred, so the server sends all of them. */
export function pageOfGroups(groups: readonly Group[], { search, sortBy, sortDirection, page, pageSize }: GroupSearch) {
  const words = search.toLowerCase();
  const matching = groups.filter(({ name, owner, rule, admins }) =>
    [name, owner, ruleWords(rule), ...admins.map(({ username }) => username)].some((text) =>
      text.toLowerCase().includes(words),
    ),
  );
  const order = sortDirection === 'asc' ? 1 : -1;
  const compare = (a: Group, b: Group) =>
    sortBy === 'devices' ? a.devices - b.devices : compareTexts(a[sortBy], b[sortBy]);
  const sorted = matching.toSorted((a, b) => order * compare(a, b) || a.id - b.id);
  return {
    rows: sorted.slice((page - 1) * pageSize, page * pageSize),
    pagination: paginationOf(page, pageSize, sorted.length),
  };
}

function compareTexts(a: string, b: string): number {
  return a.localeCompare(b, currentLanguage());
}
