import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { auditActions, auditList, type AuditLogEntry } from '@fairwatch/contract';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
import { ClearFilters } from '../../core/components/clear-filters.tsx';
import { DayRange } from '../../core/components/day-range.tsx';
import { ExportButton } from '../../core/components/export-button.tsx';
import { SearchBox } from '../../core/components/search-box.tsx';
import type { PagedList } from '../../core/components/use-paged-list.ts';
import { filterInput, isFiltered, useAuditFilters } from './audit-filters.ts';
import { actionText } from './audit-words.ts';
import { exportColumns } from './audit.columns.tsx';
import classes from './audit.module.css';
import { DeviceFilter } from './device-filter.tsx';

/** Search, filters and export of the log. */
export function AuditToolbar({ list }: { list: PagedList<AuditLogEntry> }) {
  const { t } = useTranslation('audit');
  const { view, pagination, rows } = list;
  const { filters, change, clear } = useAuditFilters();
  const { deviceId, action } = filters;
  const { search, sortDirection } = view;
  return (
    <>
      <SearchBox
        label={t('search')}
        value={search}
        onChange={(value) => view.change({ search: value }, { replace: search !== '' })}
      />
      <DeviceFilter
        deviceId={deviceId}
        name={rows.find((entry) => entry.deviceId === deviceId)?.deviceName}
        onChange={(id) => change({ deviceId: id })}
      />
      <NativeSelect
        className={classes.filter}
        aria-label={t('filter.action')}
        data={[
          { value: '', label: t('filter.anyAction') },
          ...auditActions.map((value) => ({ value, label: actionText(value) })),
        ]}
        value={action ?? ''}
        onChange={({ currentTarget: { value } }) => change({ action: auditActions.find((each) => each === value) })}
      />
      <DayRange days={filters} onChange={change} />
      {isFiltered(filters) && <ClearFilters clear={clear} />}
      <ExportButton
        empty={pagination === null || pagination.totalItems === 0}
        source={{
          name: t('title'),
          fileWords: ['audit-log'],
          columns: exportColumns,
          fetchPage: (page, signal) =>
            call(auditList, { ...filterInput(filters), search, sortDirection, ...page }, signal),
        }}
      />
    </>
  );
}
