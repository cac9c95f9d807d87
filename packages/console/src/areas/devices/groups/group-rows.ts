import type { Group } from '@fairwatch/contract';
import type { RowRules } from '../../../core/components/table/whole-list.ts';
import { ruleWords } from './rule-words.ts';

export const groupSortFields = ['name', 'devices', 'owner'] as const;

/** How groups are found and sorted. An installation has at most a few hundred, so the server sends all of them. */
export const groupRows: RowRules<Group, (typeof groupSortFields)[number]> = {
  texts: ({ name, owner, rule, admins }) => [name, owner, ruleWords(rule), ...admins.map(({ username }) => username)],
  sortValues: {
    name: ({ name }) => name,
    devices: ({ devices }) => devices,
    owner: ({ owner }) => owner,
  },
};
