import { startAuditCheck } from '@fairwatch/contract';
import { lazy, Suspense } from 'react';
import { useCan } from '../../../core/components/can.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAuditFilters } from './audit-filters.ts';
import { AuditTable, useAuditLog } from './audit-table.tsx';
import { Choice } from '../../../core/components/buttons/choice.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import classes from '../../../shared/log-lines/audit.module.css';

// Lazy, because a searchable drop-down is large and the table is shown without it.
const DeviceFilter = lazy(async () => ({ default: (await import('./device-filter.tsx')).DeviceFilter }));

const AccessLogTable = lazy(async () => ({
  default: (await import('./access-log-table.tsx')).AccessLogTable,
}));

const AuditCheckPage = lazy(async () => ({ default: (await import('./audit-check.tsx')).AuditCheckPage }));

const tabs = ['devices', 'access', 'check'] as const;
const subtitles = { devices: 'subtitle', access: 'accessSubtitle', check: 'checkSubtitle' } as const;

/**
 * The page of two logs: what was done on the devices in the admin's scope, and every change of access. Super admins check both, and read how
 * often each admin did what.
 */
export function AuditView() {
  const { t } = useTranslation('audit');
  const { raw, patch } = useUrlSearch();
  const checks = useCan(startAuditCheck);
  const open = tabs.filter((each) => each !== 'check' || checks);
  const tab = open.find((each) => each === raw['tab']) ?? 'devices';
  // Each log has filters of its own, so all of them are cleared.
  const show = (next: (typeof tabs)[number]) => {
    const cleared = Object.fromEntries(Object.keys(raw).map((key) => [key, undefined]));
    patch({ ...cleared, tab: next === 'devices' ? undefined : next });
  };
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t(subtitles[tab])}
        actions={
          <Choice
            label={t('tabs.label')}
            options={open.map((value) => ({ value, label: t(`tabs.${value}`) }))}
            value={tab}
            onChange={show}
          />
        }
      />
      {tab === 'devices' ? (
        <DevicesLog />
      ) : (
        <Suspense>{tab === 'access' ? <AccessLogTable /> : <AuditCheckPage />}</Suspense>
      )}
    </>
  );
}

function DevicesLog() {
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
  return <AuditTable list={list} deviceFilter={deviceFilter} />;
}
