import type { UserProfile } from '@fairwatch/contract';
import { Paper, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AccountActions } from '../../core/access/account-actions.tsx';
import classes from './dashboard.module.css';

const columns = ['id', 'username', 'email', 'status', 'action'] as const;

/** Accounts that wait for a role. */
export function PendingUsers({ users }: { users: UserProfile['pendingAdminUsers'] }) {
  const { t } = useTranslation('dashboard');
  return (
    <Paper component="section" className={classes.panel} data-wide>
      <Title order={2}>{t('pending.title')}</Title>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{t(`pending.${column}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {users.map(({ id, username, email }) => (
            <tr key={id}>
              <td>{id}</td>
              <td>{username}</td>
              <td>{email}</td>
              <td>{t('pending.Pending')}</td>
              <td>
                <AccountActions account={{ id, username, adminStatus: 'PENDING', blocked: false }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
  );
}
