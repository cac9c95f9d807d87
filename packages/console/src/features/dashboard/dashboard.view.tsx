import { adminList, assignedTickets, createdTickets } from '@fairwatch/contract';
import { Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../core/components/can.tsx';
import { ErrorView } from '../../core/components/error-view.tsx';
import { PageHeader } from '../../core/components/page-header.tsx';
import { addTexts } from '../../core/i18n/i18n.ts';
import { useSession } from '../../core/session/session-store.ts';
import { ActiveUsers } from './active-users.tsx';
import classes from './dashboard.module.css';
import texts from './dashboard.texts.json';
import { EarlyPanels } from './early-panels.tsx';
import { Figures } from './figures.tsx';
import { NoDevices } from './no-devices.tsx';
import { OpenTickets } from './open-tickets.tsx';
import { PendingUsers } from './pending-users.tsx';
import { ServerPanel } from './server-panel.tsx';
import { useDashboard } from './use-dashboard.ts';
import { UserCard } from './user-card.tsx';
import { VersionBars } from './version-bars.tsx';

addTexts('dashboard', texts);

/** What the signed-in admin looks after, at a glance. What the profile brought shows at once; one call brings the rest. */
export function DashboardView() {
  const { t } = useTranslation('dashboard');
  const session = useSession();
  const page = useDashboard();
  const counts = page.figures ?? {
    usersCount: session.accessibleUsersCount,
    devicesCount: session.totalDevicesCount,
    adminsCount: session.adminUsersCount,
    activeDevicesCount: session.activeDevicesCount,
  };
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Figures {...counts} />
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
  const promotes = useCan(adminList);
  const [answers, asks] = [useCan(assignedTickets), useCan(createdTickets)];
  const { figures, readAt, refetch } = page;
  const side = answers ? 'SUBORDINATES' : asks ? 'MINE' : null;
  if (figures === undefined) return <EarlyPanels side={side} promotes={promotes} />;
  return (
    <div className={classes.panels}>
      <NoDevices devicesCount={figures.devicesCount} refetch={refetch} />
      {figures.devicesCount > 0 && (
        <>
          <ActiveUsers active={figures.activeUsers} range={page.activeRange} onRange={page.showActive} />
          <div className={classes.column}>
            <VersionBars title={t('appVersions')} counts={figures.appVersions} />
            <VersionBars title={t('osVersions')} counts={figures.osVersions} />
          </div>
        </>
      )}
      {side !== null && <OpenTickets tickets={figures.tickets} side={side} />}
      <UserCard />
      {promotes && <PendingUsers users={figures.pendingUsers} />}
      <ServerPanel system={figures.system} range={page.systemRange} onRange={page.showSystem} readAt={readAt} />
    </div>
  );
}
