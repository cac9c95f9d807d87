import '@mantine/core/styles/Skeleton.layer.css';
import { notSharedVersion, type SharedVersionCounts } from '@fairwatch/contract';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../core/session/session-store.ts';
import classes from './dashboard.module.css';
import { OpenTickets } from './open-tickets.tsx';
import { PendingUsers } from './pending-users.tsx';
import { UserCard } from './user-card.tsx';
import { VersionBars } from './version-bars.tsx';

/** The counts of a profile as the dashboard's own: devices that no version names have another one. */
function countsOf(byName: Readonly<Record<string, number>>, devices: number): SharedVersionCounts {
  const { [notSharedVersion]: notShared = 0, ...named } = byName;
  const versions = Object.entries(named)
    .map(([name, count]) => ({ name, devices: count }))
    .toSorted((one, other) => other.devices - one.devices);
  const otherDevices = versions.reduce((left, version) => left - version.devices, devices - notShared);
  return { versions, otherDevices: Math.max(0, otherDevices), notShared };
}

interface EarlyPanelsProps {
  /** Whose tickets are shown; null for who may see none. */
  side: 'MINE' | 'SUBORDINATES' | null;
  promotes: boolean;
}

/** What the profile brought with it, until the figures are there: only the charts have to be waited for. */
export function EarlyPanels({ side, promotes }: EarlyPanelsProps) {
  const { t } = useTranslation('dashboard');
  const { totalDevicesCount, deviceCountPerAppVersion, osVersionCounts, tickets, pendingAdminUsers } = useSession();
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
      {side !== null && <OpenTickets tickets={tickets} side={side} />}
      <UserCard />
      {promotes && <PendingUsers users={pendingAdminUsers} />}
      <Skeleton height={216} radius="md" className={classes.wide} />
    </div>
  );
}
