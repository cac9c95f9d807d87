import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuditFilters } from '../../core/audit/audit-filters.ts';
import { AuditTable, useAuditLog } from '../../core/audit/audit-table.tsx';
import { PageHeader } from '../../core/components/page-header.tsx';
import classes from '../../core/audit/audit.module.css';

// A drop-down that searches is heavy; the table stands before it.
const DeviceFilter = lazy(async () => ({ default: (await import('./device-filter.tsx')).DeviceFilter }));

/** The log of every device in the admin's scope. */
export function AuditView() {
  const { t } = useTranslation('audit');
  const list = useAuditLog();
  const { filters, change } = useAuditFilters();
  const { deviceId } = filters;
  const deviceFilter = (
    <Suspense fallback={<div className={classes.filter} />}>
      <DeviceFilter
        deviceId={deviceId}
        name={list.rows.find((entry) => entry.deviceId === deviceId)?.deviceName}
        onChange={(id) => change({ deviceId: id })}
      />
    </Suspense>
  );
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <AuditTable list={list} deviceFilter={deviceFilter} />
    </>
  );
}
