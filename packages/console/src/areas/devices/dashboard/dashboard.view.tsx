import '@mantine/core/styles/Skeleton.layer.css';
import {
  adminList,
  assignedTickets,
  createdTickets,
  activeRanges,
  dashboard,
  systemRanges,
  type ActiveRange,
  type SystemRange,
  passcodeList,
  notSharedVersion,
  withheldVersion,
  type SharedVersionCounts,
} from '@fairwatch/contract';
import { Paper, Skeleton } from '@mantine/core';
import { useCan } from '../../../core/components/can.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { ActiveUsers } from './active-users.tsx';
import classes from './dashboard.module.css';
import texts from './dashboard.texts.json';
import { KeyMetrics } from './key-metrics.tsx';
import { OpenTickets } from './open-tickets.tsx';
import { PendingUsers } from './pending-users.tsx';
import { ServerPanel } from './server-panel.tsx';
import { UserCard } from './user-card.tsx';
import { VersionBars } from './version-bars.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../../core/api/query.ts';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { IconDeviceMobilePlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { useBegan } from '../../../shared/get-started/use-began.ts';

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

// Lazy, because it is shown only until the first device has joined.
const GetStarted = lazy(async () => ({
  default: (await import('../../../shared/get-started/get-started.tsx')).GetStarted,
}));

interface NoDevicesProps {
  devicesCount: number;
  refetch: () => Promise<unknown>;
}

/**
 * Replaces the charts while there are no devices. Admins who may create passcodes get the guide to the first device; all others
 * see that they wait for one.
 */
function NoDevices({ devicesCount, refetch }: NoDevicesProps) {
  const { t } = useTranslation('dashboard');
  const isGuided = useCan(passcodeList);
  const began = useBegan(devicesCount === 0);
  if (isGuided && began) {
    return (
      <div className={classes.noDevices}>
        <Suspense fallback={<Paper h="27rem" aria-busy />}>
          <GetStarted framed />
        </Suspense>
      </div>
    );
  }
  if (devicesCount > 0) return null;
  return (
    <Paper component="section" className={classes.noDevices}>
      <EmptyView
        icon={IconDeviceMobilePlus}
        title={t('noDevices.title')}
        hint={t('noDevices.hint')}
        refetch={refetch}
      />
    </Paper>
  );
}

/** Converts the counts of a profile to those of the dashboard. Devices that it does not count have other versions. */
function countsOf(byName: Readonly<Record<string, number>>, devices: number): SharedVersionCounts {
  const { [notSharedVersion]: notShared = 0, [withheldVersion]: withheld = 0, ...named } = byName;
  const versions = Object.entries(named)
    .map(([name, count]) => ({ name, devices: count }))
    .toSorted((one, other) => other.devices - one.devices);
  const otherDevices = versions.reduce((left, version) => left - version.devices, devices - notShared - withheld);
  return { versions, otherDevices: Math.max(0, otherDevices), notShared, withheld };
}

interface EarlyPanelsProps {
  /** Whose tickets are shown; null without the permission to see any. */
  side: 'MINE' | 'SUBORDINATES' | null;
  canPromote: boolean;
  refetch: () => Promise<unknown>;
}

/** The panels whose data the profile includes, shown while the metrics for the charts load. */
function EarlyPanels({ side, canPromote, refetch }: EarlyPanelsProps) {
  const { t } = useTranslation('dashboard');
  const { totalDevicesCount, deviceCountPerAppVersion, osVersionCounts, tickets, pendingAdminUsers } =
    useAdminSession();
  return (
    <div className={classes.panels} aria-busy>
      {totalDevicesCount > 0 && (
        <>
          <Skeleton height={316} radius="md" />
          <div className={classes.column}>
            <VersionBars
              title={t('appVersions')}
              counts={countsOf(deviceCountPerAppVersion ?? {}, totalDevicesCount)}
            />
            <VersionBars title={t('osVersions')} counts={countsOf(osVersionCounts, totalDevicesCount)} />
          </div>
        </>
      )}
      {side !== null &&
        // Who comes from another page has none of them yet.
        (tickets.length > 0 ? (
          <OpenTickets tickets={tickets} side={side} refetch={refetch} />
        ) : (
          <Skeleton height={316} radius="md" />
        ))}
      <UserCard />
      {canPromote && <PendingUsers users={pendingAdminUsers} refetch={refetch} />}
      <Skeleton height={216} radius="md" style={{ gridColumn: '1 / -1' }} />
    </div>
  );
}
