import type { OutputOf, overview } from '@fairwatch/contract';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../core/components/card.tsx';
import { hueOf, initialsOf } from '../../core/components/initials.ts';
import { RenameUser } from '../../core/device-feature/rename.tsx';
import classes from './account-card.module.css';
import { Facts } from './facts.tsx';
import shared from './overview.module.css';

type Account = OutputOf<typeof overview>['account'];

/** Whose device it is. */
export function AccountCard({ account }: { account: Account }) {
  const { t } = useTranslation('overview');
  const { username, nickname, email, phoneNumber } = account;
  const none = <span className={shared.muted}>{t('account.none')}</span>;
  const name = nickname === '' ? username : nickname;
  return (
    <Card title={t('account.title')} aside={<RenameUser {...account} />}>
      <div className={classes.person}>
        <span className={classes.round} style={{ '--hue': hueOf(username) } as CSSProperties} aria-hidden>
          {initialsOf(name.replaceAll(/[._-]/g, ' '))}
        </span>
        <span className={classes.name}>{name}</span>
      </div>
      <Facts
        facts={[
          [t('account.username'), username],
          [t('account.email'), email === '' ? none : email],
          [t('account.phone'), phoneNumber === '' ? none : phoneNumber],
        ]}
      />
    </Card>
  );
}
