import { Paper, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { breakable } from '../../core/components/breakable.tsx';
import { Facts, type Fact } from '../../core/components/facts.tsx';
import { Initials } from '../../core/components/person-name.tsx';
import { useSession } from '../../core/session/session-store.ts';
import classes from './dashboard.module.css';

/** Who is signed in. */
export function UserCard() {
  const { t } = useTranslation('dashboard');
  const { nickName, username, email, adminRole, profileIconPath } = useSession();
  const name = nickName === '' ? username : nickName;
  const facts: readonly Fact[] = [
    [t('user.name'), name],
    [t('user.email'), email === '' ? t('user.none') : breakable(email)],
    [t('user.role'), t(`role.${adminRole}`)],
  ];
  return (
    <Paper component="section" className={classes.panel} aria-label={t('user.title')}>
      <header className={classes.head}>
        <Title order={2}>{t('user.title')}</Title>
        <Link to="/account" className={classes.more}>
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
