import { useTranslation } from 'react-i18next';
import { useAuditFilters } from '../../core/audit/audit-filters.ts';
import { AuditTable, useAuditLog } from '../../core/audit/audit-table.tsx';
import { PageHeader } from '../../core/components/page-header.tsx';
import { DeviceFilter } from './device-filter.tsx';

/** The log of every device in the admin's scope. */
export function AuditView() {
  const { t } = useTranslation('audit');
  const list = useAuditLog();
  const { filters, change } = useAuditFilters();
  const { deviceId } = filters;
  const deviceFilter = (
    <DeviceFilter
      deviceId={deviceId}
      name={list.rows.find((entry) => entry.deviceId === deviceId)?.deviceName}
      onChange={(id) => change({ deviceId: id })}
    />
  );
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <AuditTable list={list} deviceFilter={deviceFilter} />
    </>
  );
}
