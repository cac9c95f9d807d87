import { passcodeList, passcodeSortFields, savePasscodes, importPasscodes } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconKey, IconFileImport } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { query } from '../../../core/api/query.ts';
import { Can } from '../../../core/components/can.tsx';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { useListSearch } from '../../../core/components/filters/use-list-search.ts';
import { usePagedList } from '../../../core/components/table/use-paged-list.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { CreatePasscodes } from '../../../shared/enrolment/create-passcodes.tsx';
import { usePasscodeFilters } from './passcode-filters.ts';
import { PasscodesToolbar } from './passcodes-toolbar.tsx';
import { columnsWith } from './passcodes.columns.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { usePasscodeSelection } from './use-passcode-selection.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';

const defaults = { sortFields: passcodeSortFields, sortBy: 'id', sortDirection: 'desc' } as const;

/** The passcodes with which devices join: who joined, who did not, and what can be done about it. */
export function PasscodesView() {
  const { t } = useTranslation('passcodes');
  const view = useListSearch(defaults);
  const { change: _, ...search } = view;
  const filter = usePasscodeFilters();
  const input = { ...search, filter: filter.filters };
  const list = usePagedList(query(passcodeList, input), view);
  const selection = usePasscodeSelection(input);
  const columns = useMemo(() => columnsWith(selection), [selection]);
  const asking = useState(false);
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <ImportButton onImported={(batchId) => filter.change({ batchId, state: undefined, groupId: undefined })} />
            <Can use={savePasscodes}>
              <CreatePasscodes asking={asking}>{t('create')}</CreatePasscodes>
            </Can>
          </>
        }
      />
      <DataTable
        label={t('title')}
        columns={columns}
        list={list}
        toolbar={<PasscodesToolbar list={list} filter={filter} selection={selection} />}
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
            filter={filter}
          />
        }
      />
      <SelectionBar selection={selection} />
    </>
  );
}

// Lazy, because few admins open it.
const ImportDialog = lazyDialog(async () => (await import('./import/import-dialog.tsx')).ImportDialog);

/** Opens the import of people. `onImported` gets the batch of the passcodes that were made. */
function ImportButton({ onImported }: { onImported: (batchId: number) => void }) {
  const { t } = useTranslation('passcodes');
  const [opened, setOpened] = useState(false);
  return (
    <Can use={importPasscodes}>
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {t('import.button')}
      </Button>
      {opened && <ImportDialog close={() => setOpened(false)} onImported={onImported} />}
    </Can>
  );
}
