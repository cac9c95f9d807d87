import { runItems, runItemSortFields, runItemStates, type Run } from '@fairwatch/contract';
import { IconListCheck } from '@tabler/icons-react';
import { call } from '../../../core/api/client.ts';
import { query } from '../../../core/api/query.ts';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { useListSearch, useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { usePagedList } from '../../../core/components/table/use-paged-list.ts';
import { ExportButton } from '../../../core/export/export-button.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useRunTexts } from '../../../shared/run-progress/use-run-texts.ts';
import { columns, exportColumns } from './run-items.columns.tsx';

const defaults = { sortFields: runItemSortFields, sortBy: 'id', sortDirection: 'asc' } as const;

/** What became of a run on each device, with search, filter and export. */
export function RunItems({ run: { id: runId } }: { run: Run }) {
  const { t } = useTranslation('runs');
  const { t: shared } = useRunTexts();
  const view = useListSearch(defaults);
  const { change: _, ...search } = view;
  const { raw, patch } = useUrlSearch();
  const state = runItemStates.find((each) => each === raw['state']);
  const setState = (next: string | undefined) => patch({ state: next, page: undefined });
  const input = { runId, ...search, filter: { state } };
  const list = usePagedList(query(runItems, input), view);
  return (
    <DataTable
      label={t('items.label')}
      columns={columns}
      list={list}
      ownSort={{ sortBy: defaults.sortBy, label: t('items.inOrder') }}
      toolbar={
        <>
          <SearchBox label={t('items.search')} view={view} />
          <FilterSelect
            label={t('items.state')}
            any={t('items.any')}
            options={runItemStates.map((value) => ({ value, label: shared(`item.${value}`) }))}
            value={state}
            onChange={setState}
          />
          <ExportButton
            empty={list.pagination === null || list.pagination.totalItems === 0}
            source={{
              name: t('run.title', { id: runId }),
              fileWords: ['run', String(runId)],
              columns: exportColumns,
              fetchPage: (page, signal) => call(runItems, { ...input, ...page }, signal),
            }}
          />
        </>
      }
      empty={
        <ListEmptyView
          list={list}
          icon={IconListCheck}
          title={t('items.empty.title')}
          hint={t('items.empty.hint')}
          filter={{ active: state !== undefined, clear: () => setState(undefined) }}
        />
      }
    />
  );
}
