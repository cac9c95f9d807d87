import { groupList, passcodeStates, type Passcode } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconPrinter, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { query } from '../../../core/api/query.ts';
import { useCan } from '../../../core/components/can.tsx';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { Filters } from '../../../core/components/filters/filters.tsx';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import type { PagedList } from '../../../core/components/table/use-paged-list.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import type { PasscodeFilters } from './passcode-filters.ts';
import { SelectAll } from './selection-bar.tsx';
import type { PasscodeSelection } from './use-passcode-selection.ts';

interface PasscodesToolbarProps {
  list: PagedList<Passcode>;
  filter: PasscodeFilters;
  selection: PasscodeSelection;
}

/** Search, filters and saved views of the passcodes. */
export function PasscodesToolbar({ list, filter: { filters, active, change }, selection }: PasscodesToolbarProps) {
  const { t } = useTranslation('passcodes');
  const { batchId } = filters;
  return (
    <>
      <SearchBox label={t('search')} view={list.view} />
      <Filters active={active}>
        <FilterSelect
          label={t('filter.label')}
          any={t('filter.any')}
          options={passcodeStates.map((value) => ({ value, label: t(`state.${value}`) }))}
          value={filters.state}
          onChange={(state) => change({ state })}
        />
        <GroupFilter groupId={filters.groupId} onChange={(groupId) => change({ groupId })} />
      </Filters>
      {batchId !== undefined && <Batch batchId={batchId} leave={() => change({ batchId: undefined })} />}
      <SelectAll selection={selection} total={list.pagination?.totalItems ?? 0} />
      <SavedViews list="passcodes" />
    </>
  );
}

function Batch({ batchId, leave }: { batchId: number; leave: () => void }) {
  const { t } = useTranslation('passcodes');
  const navigate = useNavigate();
  return (
    <>
      <Button
        variant="light"
        rightSection={<IconX size={14} aria-hidden />}
        title={t('filter.leaveBatch')}
        onClick={leave}
      >
        {t('filter.batch', { id: batchId })}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => void navigate(pageLink('/otp-list/cards', { search: { batchId } }))}
      >
        {t('printBatch')}
      </Button>
    </>
  );
}

interface GroupFilterProps {
  groupId: number | undefined;
  onChange: (groupId: number | undefined) => void;
}

/** Narrows the list to a group. It is hidden while there are no groups. */
function GroupFilter({ groupId, onChange }: GroupFilterProps) {
  const { t } = useTranslation('passcodes');
  const enabled = useCan(groupList);
  const groups = useQuery({ ...query(groupList, {}), enabled }).data?.data ?? [];
  const options = groups
    .filter(({ rule }) => rule === null)
    .map(({ id, name }) => ({ value: String(id), label: name }));
  if (options.length === 0 && groupId === undefined) return null;
  return (
    <FilterSelect
      label={t('filter.group')}
      any={t('filter.anyGroup')}
      options={options}
      value={groupId === undefined ? undefined : String(groupId)}
      onChange={(value) => onChange(value === undefined ? undefined : Number(value))}
    />
  );
}
