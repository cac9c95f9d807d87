import '@mantine/core/styles/Skeleton.layer.css';
import { notSharedVersion, withheldVersion, type SharedVersionCounts } from '@fairwatch/contract';
import { Skeleton } from '@mantine/core';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import classes from './dashboard.module.css';
import { OpenTickets } from './open-tickets.tsx';
import { PendingUsers } from './pending-users.tsx';
import { UserCard } from './user-card.tsx';
import { VersionBars } from './version-bars.tsx';

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
export function EarlyPanels({ side, canPromote, refetch }: EarlyPanelsProps) {
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
      {side !== null && <OpenTickets tickets={tickets} side={side} refetch={refetch} />}
      <UserCard />
      {canPromote && <PendingUsers users={pendingAdminUsers} refetch={refetch} />}
      <Skeleton height={216} radius="md" style={{ gridColumn: '1 / -1' }} />
    </div>
  );
}
