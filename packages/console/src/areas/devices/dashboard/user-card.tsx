import { adminRoleTitles } from '@fairwatch/contract';
import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { breakable } from '../../../core/components/text/breakable.tsx';
import { Facts, type Fact } from '../../../core/components/page/facts.tsx';
import { Initials } from '../../../core/components/people/person-name.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAdminSession, useOwnName } from '../../../core/session/session-store.ts';
import { pageLink } from '../../../core/router/page-link.ts';

/** The profile of the signed-in admin. */
export function UserCard() {
  const { t } = useTranslation('dashboard');
  const { email, adminRole, profileIconPath } = useAdminSession();
  const name = useOwnName();
  const facts: readonly Fact[] = [
    [t('user.name'), name],
    [t('user.email'), email === '' ? t('user.none') : breakable(email)],
    [t('user.role'), adminRoleTitles[adminRole]],
  ];
  return (
    <Card
      title={t('user.title')}
      aside={
        <Link {...pageLink('/account')} className="fw-plain-link" data-tone="accent">
          {t('user.manage')}
        </Link>
      }
    >
      <Group wrap="nowrap" align="flex-start">
        <Initials name={name} picture={profileIconPath} large />
        <div className="fw-grow">
          <Facts facts={facts} />
        </div>
      </Group>
    </Card>
  );
}
