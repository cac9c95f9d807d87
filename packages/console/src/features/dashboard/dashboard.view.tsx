import { profile } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '../../core/api/query.ts';
import { PageHeader } from '../../core/components/page-header.tsx';
import { addTexts } from '../../core/i18n/i18n.ts';
import { useSession } from '../../core/session/session-store.ts';
import { CountBars } from './count-bars.tsx';
import classes from './dashboard.module.css';
import texts from './dashboard.texts.json';
import { Figures } from './figures.tsx';
import { PendingUsers } from './pending-users.tsx';
import { UserCard } from './user-card.tsx';

addTexts('dashboard', texts);

/** The figures of the signed-in admin. The session's copy shows at once; the query follows what changes. */
export function DashboardView() {
  const { t } = useTranslation('dashboard');
  const session = useSession();
  const now = useQuery(query(profile, {})).data?.data ?? session;
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Figures profile={now} />
      <div className={classes.panels}>
        <CountBars title={t('osVersions')} counts={now.osVersionCounts} />
        <CountBars title={t('appVersions')} counts={now.deviceCountPerAppVersion ?? {}} />
        <UserCard profile={now} />
        {now.pendingAdminUsers.length > 0 && <PendingUsers users={now.pendingAdminUsers} />}
      </div>
    </>
  );
}
