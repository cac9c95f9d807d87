import type { PendingUser } from '@fairwatch/contract';
import { IconUserCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { AccountActions } from '../../../shared/admin-accounts/account-actions.tsx';
import { AdminStatus } from '../../../shared/admin-accounts/admin-status.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { breakable } from '../../../core/components/text/breakable.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { DashboardTable } from './dashboard-table.tsx';
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
    <Card
      wide
      title={t('pending.title')}
      aside={
        <Link {...pageLink('/role-management')} className="fw-plain-link" data-tone="accent">
          {t('pending.all')}
        </Link>
      }
    >
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
    </Card>
  );
}
