import { createGroup, groupList, type Group } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconPlus, IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../core/api/query.ts';
import { useCan } from '../../../core/components/can.tsx';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { useListSearch } from '../../../core/components/filters/use-list-search.ts';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { matchingRows, wholeList, type RowRules } from '../../../core/components/table/whole-list.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { usePageAction } from '../../../core/shortcuts/page-actions.ts';
import { columns } from './groups.columns.tsx';
import texts from './groups.texts.json';
import { ruleWords } from './rule-words.ts';

addTexts('groups', texts);

// Lazy, because most visits make no group.
const GroupDialog = lazyDialog(async () => (await import('./group-dialog.tsx')).GroupDialog);

const groupSortFields = ['name', 'devices', 'owner'] as const;

/** How groups are found and sorted. An installation has at most a few hundred, so the server sends all of them. */
const groupRows: RowRules<Group, (typeof groupSortFields)[number]> = {
  texts: ({ name, owner, rule, admins }) => [name, owner, ruleWords(rule), ...admins.map((admin) => admin.name)],
  sortValues: {
    name: ({ name }) => name,
    devices: ({ devices }) => devices,
    owner: ({ owner }) => owner,
  },
};

const defaults = { sortFields: groupSortFields, sortBy: 'name', sortDirection: 'asc' } as const;

/** The groups of devices that the signed-in admin sees: their own, those assigned to them, or all for a super admin. */
export function GroupsView() {
  const { t } = useTranslation('groups');
  const view = useListSearch(defaults);
  const groups = useQuery(query(groupList, {}));
  const [isCreating, setIsCreating] = useState(false);
  const mayCreate = useCan(createGroup);
  const label = t('create');
  const create = () => setIsCreating(true);
  usePageAction(
    mayCreate ? { id: 'create-group', label, icon: IconPlus, key: 'n', main: true, reason: null, run: create } : null,
  );
  const createButton = (variant: 'filled' | 'light') =>
    mayCreate && (
      <Button variant={variant} leftSection={<IconPlus size={16} aria-hidden />} onClick={create}>
        {label}
      </Button>
    );
  const rows = matchingRows(groups.data?.data ?? [], view, groupRows);
  const list = wholeList(groups, rows, view);
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={createButton('filled')} />
      <DataTable
        label={t('title')}
        columns={columns}
        list={list}
        toolbar={<SearchBox label={t('search')} view={view} />}
        empty={
          <ListEmptyView
            list={list}
            icon={IconTags}
            title={t('empty.title')}
            hint={t('empty.hint')}
            actions={createButton('light')}
          />
        }
      />
      {isCreating && <GroupDialog group={null} close={() => setIsCreating(false)} />}
    </>
  );
}
