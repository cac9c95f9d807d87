import type { UserDetail } from '@fairwatch/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountActions } from '../../core/access/account-actions.tsx';
import { AdminStatus } from '../../core/access/admin-status.tsx';
import { Initials } from '../../core/components/person-name.tsx';
import { RelativeTime } from '../../core/components/relative-time.tsx';
import { RenameUser } from '../../core/device-feature/rename.tsx';
import classes from './users.module.css';

/** Who an account is. */
export function UserFacts({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { id, username, nickname, email, phoneNumber, userType, adminStatus, createdAt, blocked, signsIn } = user;
  const name = nickname === '' ? username : nickname;
  return (
    <section className={classes.facts}>
      <div className={classes.heading}>
        <Initials name={name} picture={user.profileIconPath} large />
        <div className={classes.names}>
          <h3 className={classes.name}>{name}</h3>
          <span className={classes.type}>{t(`userType.${userType}`)}</span>
        </div>
        <RenameUser userId={id} nickname={nickname} username={username} />
      </div>
      <dl className={classes.list}>
        <Fact name={t('detail.id')}>{id}</Fact>
        <Fact name={t('detail.username')}>{username}</Fact>
        <Fact name={t('detail.nickname')}>{nickname}</Fact>
        <Fact name={t('detail.email')}>{email}</Fact>
        <Fact name={t('detail.phone')}>{phoneNumber}</Fact>
        <Fact name={t('detail.adminStatus')}>
          {signsIn ? <AdminStatus adminStatus={adminStatus} blocked={blocked} /> : t(`adminStatus.${adminStatus}`)}
        </Fact>
        <Fact name={t('detail.since')}>
          <RelativeTime at={createdAt} />
        </Fact>
      </dl>
      {signsIn && <AccountActions account={user} />}
    </section>
  );
}

/** One fact with its name; a dash where there is none. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children === '' ? '–' : children}</dd>
    </div>
  );
}
