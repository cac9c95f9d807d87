import type { AdminDetail } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AdminStatus } from '../../core/access/admin-status.tsx';
import { PageHeader } from '../../core/components/page-header.tsx';

interface AdminHeaderProps {
  admin: AdminDetail | undefined;
  /** Whether the admin is still awaited. Until their name stands, there is nothing below it that could move. */
  loading: boolean;
  /** Which of the two pages about an admin this is; the other one is a click away. */
  page: 'settings' | 'assign';
}

/** Whose settings or devices these are. */
export function AdminHeader({ admin, loading, page }: AdminHeaderProps) {
  const { t } = useTranslation('admins');
  const name = admin === undefined ? '' : admin.nickname || admin.username;
  const superior = admin?.reportsTo ? t('detail.reportsTo', { name: admin.reportsTo }) : t('detail.reportsToNobody');
  return (
    <PageHeader
      title={admin === undefined ? '…' : t(page === 'settings' ? 'detail.title' : 'assign.title', { name })}
      aside={admin && <AdminStatus {...admin} />}
      subtitle={
        // The title says the username unless there is a nickname.
        admin && [admin.nickname && admin.username, admin.email, superior].filter((each) => each !== '').join(' · ')
      }
      actions={loading ? undefined : <Actions admin={admin} other={page === 'settings' ? 'assign' : 'settings'} />}
    />
  );
}

interface ActionsProps {
  admin: AdminDetail | undefined;
  other: AdminHeaderProps['page'];
}

function Actions({ admin, other }: ActionsProps) {
  const { t } = useTranslation('admins');
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/role-management" {...props} />}
      >
        {t('detail.back')}
      </Button>
      {admin && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to={`/role-management/user/${other}/${admin.id}`} {...props} />}
        >
          {t(other === 'assign' ? 'devices' : 'settings')}
        </Button>
      )}
    </>
  );
}
