import { adminRoleTitles } from '@fairwatch/contract';
import { Paper, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { breakable } from '../../../core/components/text/breakable.tsx';
import { Facts, type Fact } from '../../../core/components/page/facts.tsx';
import { Initials } from '../../../core/components/people/person-name.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import classes from './dashboard.module.css';
import { pageLink } from '../../../core/router/page-link.ts';

/** The profile of the signed-in admin. */
export function UserCard() {
  const { t } = useTranslation('dashboard');
  const { nickName, username, email, adminRole, profileIconPath } = useAdminSession();
  const name = nickName === '' ? username : nickName;
  const facts: readonly Fact[] = [
    [t('user.name'), name],
    [t('user.email'), email === '' ? t('user.none') : breakable(email)],
    [t('user.role'), adminRoleTitles[adminRole]],
  ];
  return (
    <Paper component="section" className={classes.panel} aria-label={t('user.title')}>
      <header className={classes.head}>
        <Title order={2}>{t('user.title')}</Title>
        <Link {...pageLink('/account')} className={classes.more}>
          {t('user.manage')}
        </Link>
      </header>
      <div className={classes.card}>
        <Initials name={name} picture={profileIconPath} large />
        <Facts facts={facts} />
      </div>
    </Paper>
  );
}
