import { passcodeList, passcodeSortFields, passcodeStates, savePasscodes } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../core/api/query.ts';
import { Can } from '../../core/components/can.tsx';
import { DataTable } from '../../core/components/table/data-table.tsx';
import { FilterSelect } from '../../core/components/filters/filter-select.tsx';
import { ListEmptyView } from '../../core/components/table/list-empty-view.tsx';
import { PageHeader } from '../../core/components/page/page-header.tsx';
import { SearchBox } from '../../core/components/filters/search-box.tsx';
import { useListSearch, useUrlSearch } from '../../core/components/filters/use-list-search.ts';
import { usePagedList } from '../../core/components/table/use-paged-list.ts';
import { CreatePasscodes } from '../../core/passcodes/create-passcodes.tsx';
import { SavedViews } from '../../core/saved-views/saved-views.tsx';
import { columns } from './passcodes.columns.tsx';

const defaults = { sortFields: passcodeSortFields, sortBy: 'id', sortDirection: 'desc' } as const;

/** The passcodes with which devices join. */
export function PasscodesView() {
  const { t } = useTranslation('passcodes');
  const view = useListSearch(defaults);
  const { change: _, ...search } = view;
  const { raw, patch } = useUrlSearch();
  const state = passcodeStates.find((each) => each === raw['state']);
  const list = usePagedList(query(passcodeList, { ...search, filter: { state } }), view);
  const asking = useState(false);
  const filterBy = (value: string | undefined) => patch({ state: value, page: undefined });
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <Can use={savePasscodes}>
            <CreatePasscodes asking={asking}>{t('create')}</CreatePasscodes>
          </Can>
        }
      />
      <DataTable
        label={t('title')}
        columns={columns}
        list={list}
        toolbar={
          <>
            <SearchBox label={t('search')} view={view} />
            <FilterSelect
              label={t('filter.label')}
              any={t('filter.any')}
              options={passcodeStates.map((value) => ({ value, label: t(`state.${value}`) }))}
              value={state}
              onChange={filterBy}
            />
            <SavedViews list="passcodes" />
          </>
        }
        empty={
          <ListEmptyView
            list={list}
            icon={IconKey}
            title={t('empty.title')}
            hint={t('empty.hint')}
            actions={
              <Can use={savePasscodes}>
                {/* Opens the dialog of the button in the header, because this button disappears with the first passcode. */}
                <Button variant="light" onClick={() => asking[1](true)}>
                  {t('empty.create')}
                </Button>
              </Can>
            }
            filter={{ active: state !== undefined, clear: () => filterBy(undefined) }}
          />
        }
      />
    </>
  );
}
