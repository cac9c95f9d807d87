import { adminDetail, adminRoleTitles, shownName, type Admin } from '@fairwatch/contract';
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { AccountActions } from '../../../shared/admin-accounts/account-actions.tsx';
import { AdminStatus } from '../../../shared/admin-accounts/admin-status.tsx';
import { AccountName } from '../../../core/components/people/account-name.tsx';
import { Can } from '../../../core/components/can.tsx';
import type { Column } from '../../../core/components/table/columns.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import texts from './admins.texts.json';
import { pageLink } from '../../../core/router/page-link.ts';

addTexts('admins', texts);

function AdminCell(admin: Admin) {
  const { t } = useTranslation('admins');
  const isSelf = useAdminSession().userId === String(admin.id);
  return (
    <AccountName
      username={admin.username}
      name={shownName(admin)}
      note={isSelf && <span className="fw-pill fw-muted">{t('you')}</span>}
    />
  );
}

/** The actions of a row: a decision while the account is pending, links to its settings and devices once it is an admin. */
function ActionCell(admin: Admin) {
  const { t } = useTranslation('admins');
  const { id, username: name, adminStatus } = admin;
  if (adminStatus === 'PENDING' || adminStatus === 'NON_ADMIN') return <AccountActions account={admin} />;
  return (
    <Can use={adminDetail}>
      <Group component="span" gap={6}>
        {(['settings', 'assign'] as const).map((page) => (
          <Button
            key={page}
            size="compact-sm"
            variant="default"
            aria-label={t(page === 'settings' ? 'settingsOf' : 'devicesOf', { name })}
            renderRoot={(props) => (
              <Link {...pageLink(`/role-management/user/${page}/$id`, { params: { id } })} {...props} />
            )}
          >
            {t(page === 'settings' ? 'settings' : 'devices')}
          </Button>
        ))}
      </Group>
    </Can>
  );
}

export const columns: readonly Column<Admin>[] = [
  { key: 'id', header: 'admins:columns.id', sortable: true, width: '4.5rem', card: 'last' },
  {
    key: 'username',
    header: 'admins:columns.username',
    cell: (admin) => <AdminCell {...admin} />,
    sortable: true,
    card: 'title',
  },
  { key: 'email', header: 'admins:columns.email', sortable: true },
  {
    key: 'adminStatus',
    header: 'admins:columns.adminStatus',
    cell: (admin) => <AdminStatus {...admin} />,
    text: ({ adminStatus }) => adminRoleTitles[adminStatus],
    sortable: true,
    width: '9rem',
    card: 'aside',
  },
  { key: 'reportsTo', header: 'admins:columns.reportsTo', width: '9rem', wideOnly: true },
  { key: 'devices', header: 'admins:columns.devices', width: '5.5rem', wideOnly: true },
  {
    key: 'blocked',
    header: 'admins:columns.action',
    cell: (admin) => <ActionCell {...admin} />,
    text: () => '',
    controls: true,
    width: '12.5rem',
  },
];
