import type { AlertRule } from '@fairwatch/contract';
import type { RowRules } from '../../../core/components/table/whole-list.ts';

export const ruleSortFields = ['name', 'lastRangAt'] as const;

/** How rules are found and sorted. They are few, because the server limits them per admin, so they are all read at once. */
export const ruleRows: RowRules<AlertRule, (typeof ruleSortFields)[number]> = {
  texts: ({ name, purpose, words, owner, targetName, recipients }) => [
    name,
    purpose,
    words,
    owner,
    targetName ?? '',
    ...recipients.map(({ username }) => username),
  ],
  sortValues: {
    name: ({ name }) => name,
    // A rule that never rang comes before all others.
    lastRangAt: ({ lastRangAt }) => (lastRangAt === null ? 0 : Date.parse(lastRangAt)),
  },
};
