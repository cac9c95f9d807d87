import '@mantine/core/styles/Table.layer.css';
import type { UserProfile } from '@fairwatch/contract';
import { Paper, Table, Title } from '@mantine/core';
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
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column}>{t(`pending.${column}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {users.map(({ id, username, email }) => (
            <Table.Tr key={id}>
              <Table.Td>{id}</Table.Td>
              <Table.Td>{username}</Table.Td>
              <Table.Td>{email}</Table.Td>
              <Table.Td>{t('pending.Pending')}</Table.Td>
              <Table.Td>
                <AccountActions account={{ id, username, adminStatus: 'PENDING', blocked: false }} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
