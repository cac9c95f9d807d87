import { type AlertRule, alertRules } from '@fairwatch/contract';
import { IconBellRinging } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { query } from '../../../core/api/query.ts';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { useListSearch } from '../../../core/components/filters/use-list-search.ts';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { matchingRows, type RowRules, wholeList } from '../../../core/components/table/whole-list.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { columnsWith } from './rule-list.columns.tsx';

const ruleSortFields = ['name', 'lastFiredAt'] as const;

/** How rules are found and sorted. They are few, because the server limits them per admin, so they are all read at once. */
const ruleRows: RowRules<AlertRule, (typeof ruleSortFields)[number]> = {
  texts: ({ name, purpose, words, owner, targetName, recipients }) => [
    name,
    purpose,
    words,
    owner,
    targetName ?? '',
    ...recipients.map((recipient) => recipient.name),
  ],
  sortValues: {
    name: ({ name }) => name,
    // A rule that never fired comes before all others.
    lastFiredAt: ({ lastFiredAt }) => (lastFiredAt === null ? 0 : Date.parse(lastFiredAt)),
  },
};

const RuleDialog = lazyDialog(async () => (await import('./rule-dialog.tsx')).RuleDialog);

const defaults = { sortFields: ruleSortFields, sortBy: 'name', sortDirection: 'asc' } as const;

/** The alert rules of the signed-in admin and those that tell them, or of all admins for a super admin. */
export function RuleList() {
  const { t } = useTranslation('alerts');
  const view = useListSearch(defaults);
  const result = useQuery(query(alertRules, {}));
  const [edited, setEdited] = useState<AlertRule | null>(null);
  const columns = useMemo(() => columnsWith(setEdited), []);
  const rows = matchingRows(result.data?.data ?? [], view, ruleRows);
  const list = wholeList(result, rows, view);
  return (
    <>
      <DataTable
        label={t('rules.label')}
        columns={columns}
        list={list}
        toolbar={<SearchBox label={t('rules.search')} view={view} />}
        empty={
          <ListEmptyView list={list} icon={IconBellRinging} title={t('rules.empty')} hint={t('rules.emptyHint')} />
        }
      />
      {edited !== null && <RuleDialog rule={edited} close={() => setEdited(null)} />}
    </>
  );
}
