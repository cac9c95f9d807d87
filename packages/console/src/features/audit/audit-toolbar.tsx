import '@mantine/core/styles/Input.layer.css';
import { auditActions, auditList, type AuditLogEntry } from '@fairwatch/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
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
  const { deviceId, action, from = '', to = '' } = filters;
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
      <span className={classes.days}>
        <DayInput label={t('filter.from')} value={from} max={to} onChange={(day) => change({ from: day })} />
        <span aria-hidden>–</span>
        <DayInput label={t('filter.to')} value={to} min={from} onChange={(day) => change({ to: day })} />
      </span>
      {isFiltered(filters) && (
        <Button
          variant="subtle"
          aria-label={t('filter.clearLabel')}
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={clear}
        >
          {t('filter.clear')}
        </Button>
      )}
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

interface DayInputProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string | undefined) => void;
}

/** A calendar day, by the browser's own picker. */
function DayInput({ label, value, onChange, ...limits }: DayInputProps) {
  return (
    <TextInput
      type="date"
      className={classes.day}
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      {...limits}
    />
  );
}
