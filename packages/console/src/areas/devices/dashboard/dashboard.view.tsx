import {
  adminList,
  assignedTickets,
  createdTickets,
  activeRanges,
  dashboard,
  systemRanges,
  type ActiveRange,
  type SystemRange,
} from '@fairwatch/contract';
import { Paper } from '@mantine/core';
import { useCan } from '../../../core/components/can.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { ActiveUsers } from './active-users.tsx';
import classes from './dashboard.module.css';
import texts from './dashboard.texts.json';
import { EarlyPanels } from './early-panels.tsx';
import { KeyMetrics } from './key-metrics.tsx';
import { NoDevices } from './no-devices.tsx';
import { OpenTickets } from './open-tickets.tsx';
import { PendingUsers } from './pending-users.tsx';
import { ServerPanel } from './server-panel.tsx';
import { UserCard } from './user-card.tsx';
import { VersionBars } from './version-bars.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../../core/api/query.ts';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';

addTexts('dashboard', texts);

/** The start page with the metrics of the admin's scope. Data of the profile is shown immediately; one call loads the rest. */
export function DashboardView() {
  const { t } = useTranslation('dashboard');
  const session = useAdminSession();
  const page = useDashboard();
  const counts = page.metrics ?? {
    usersCount: session.accessibleUsersCount,
    devicesCount: session.totalDevicesCount,
    adminsCount: session.adminUsersCount,
    activeDevicesCount: session.activeDevicesCount,
  };
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <KeyMetrics {...counts} />
      {page.error === null ? (
        <Panels {...page} />
      ) : (
        <Paper>
          <ErrorView error={page.error} retry={page.refetch} />
        </Paper>
      )}
    </>
  );
}

function Panels(page: ReturnType<typeof useDashboard>) {
  const { t } = useTranslation('dashboard');
  const canPromote = useCan(adminList);
  const [canAnswer, canAsk] = [useCan(assignedTickets), useCan(createdTickets)];
  const { metrics, readAt, refetch } = page;
  const side = canAnswer ? 'SUBORDINATES' : canAsk ? 'MINE' : null;
  if (metrics === undefined) return <EarlyPanels side={side} canPromote={canPromote} refetch={refetch} />;
  return (
    <div className={classes.panels}>
      <NoDevices devicesCount={metrics.devicesCount} refetch={refetch} />
      {metrics.devicesCount > 0 && (
        <>
          <ActiveUsers active={metrics.activeUsers} range={page.activeRange} onRange={page.showActive} />
          <div className={classes.column}>
            <VersionBars title={t('appVersions')} counts={metrics.appVersions} />
            <VersionBars title={t('osVersions')} counts={metrics.osVersions} />
          </div>
        </>
      )}
      {side !== null && <OpenTickets tickets={metrics.tickets} side={side} refetch={refetch} />}
      <UserCard />
      {canPromote && <PendingUsers users={metrics.pendingUsers} refetch={refetch} />}
      <ServerPanel system={metrics.system} range={page.systemRange} onRange={page.showSystem} readAt={readAt} />
    </div>
  );
}

/** Loads the metrics for the time ranges in the URL. */
function useDashboard() {
  const { raw, patch } = useUrlSearch();
  const activeRange = activeRanges.find((range) => range === raw['active']) ?? 'DAY';
  const systemRange = systemRanges.find((range) => range === raw['server']) ?? 'DAY';
  const result = useQuery({
    ...query(dashboard, { activeRange, systemRange }),
    // The chart of the old range stays until the new one is loaded.
    placeholderData: keepPreviousData,
  });
  return {
    metrics: result.data?.data,
    readAt: result.dataUpdatedAt,
    error: result.data === undefined ? result.error : null,
    refetch: result.refetch,
    activeRange,
    systemRange,
    showActive: (active: ActiveRange) => patch({ active: active === 'DAY' ? undefined : active }),
    showSystem: (server: SystemRange) => patch({ server: server === 'DAY' ? undefined : server }),
  };
}
