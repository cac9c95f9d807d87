import type { PendingUser } from '@fairwatch/contract';
import { Paper, Title } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { AccountActions } from '../../../shared/admin-accounts/account-actions.tsx';
import { AdminStatus } from '../../../shared/admin-accounts/admin-status.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { breakable } from '../../../core/components/text/breakable.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { DashboardTable } from './dashboard-table.tsx';
import classes from './dashboard.module.css';
import { pageLink } from '../../../core/router/page-link.ts';

const columns = ['id', 'username', 'email', 'status', 'action'] as const;

interface PendingUsersProps {
  users: readonly PendingUser[];
  refetch: () => Promise<unknown>;
}

/** Accounts that wait for a role, with the buttons to promote or reject them. */
export function PendingUsers({ users, refetch }: PendingUsersProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Paper component="section" className={`${classes.panel} ${classes.wide}`} aria-label={t('pending.title')}>
      <header className={classes.head}>
        <Title order={2}>{t('pending.title')}</Title>
        <Link {...pageLink('/role-management')} className={classes.more}>
          {t('pending.all')}
        </Link>
      </header>
      {users.length === 0 ? (
        <EmptyView
          inPanel
          icon={IconUserCheck}
          title={t('pending.none')}
          hint={t('pending.noneHint')}
          refetch={refetch}
        />
      ) : (
        <DashboardTable columns={columns} heading={(column) => t(`pending.${column}`)}>
          {users.map(({ id, username, email }) => (
            <tr key={id}>
              <td data-column="id">{id}</td>
              <td data-column="username">{username}</td>
              <td data-column="email">{breakable(email)}</td>
              <td data-column="status">
                <AdminStatus adminStatus="PENDING" blocked={false} />
              </td>
              <td data-column="action">
                <AccountActions
                  account={{ id, username, adminStatus: 'PENDING', blocked: false, unblockRefusal: '' }}
                />
              </td>
            </tr>
          ))}
        </DashboardTable>
      )}
    </Paper>
  );
}
