import type { UserProfile } from '@fairwatch/contract';
import { Paper, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './dashboard.module.css';

/** Who is signed in. */
export function UserCard({ profile }: { profile: UserProfile }) {
  const { t } = useTranslation('dashboard');
  const lines = [
    ['name', profile.nickName === '' ? profile.username : profile.nickName],
    ['email', profile.email],
    ['role', t(`role.${profile.adminRole}`)],
  ] as const;
  return (
    <Paper component="section" className={classes.panel}>
      <Title order={2}>{t('user.title')}</Title>
      <dl className={classes.lines}>
        {lines.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`user.${key}`)}</dt>
            <dd>{value === '' ? t('user.none') : value}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
