import { shownName, type AdminDetail } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { AdminStatus } from '../../../shared/admin-accounts/admin-status.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../core/router/page-link.ts';

interface AdminHeaderProps {
  admin: AdminDetail | undefined;
  /** True while the admin loads. */
  loading: boolean;
  /** Which of the two pages about an admin this is; the header links to the other one. */
  page: 'settings' | 'assign';
}

/** The header of the pages about one admin: name, status, superior, and a link to the other page. */
export function AdminHeader({ admin, loading, page }: AdminHeaderProps) {
  const { t } = useTranslation('admins');
  const name = admin === undefined ? '' : shownName(admin);
  const superior = admin?.reportsTo ? t('detail.reportsTo', { name: admin.reportsTo }) : t('detail.reportsToNobody');
  return (
    <PageHeader
      title={admin === undefined ? '…' : t(page === 'settings' ? 'detail.title' : 'assign.title', { name })}
      aside={admin && <AdminStatus {...admin} />}
      subtitle={
        // The title may already be the username.
        admin &&
        [name === admin.username ? '' : admin.username, admin.email, superior].filter((each) => each !== '').join(' · ')
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
        renderRoot={(props) => <Link {...pageLink('/role-management')} {...props} />}
      >
        {t('detail.back')}
      </Button>
      {admin && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...pageLink(`/role-management/user/${other}/$id`, { params: { id: admin.id } })} {...props} />
          )}
        >
          {t(other === 'assign' ? 'devices' : 'settings')}
        </Button>
      )}
    </>
  );
}
