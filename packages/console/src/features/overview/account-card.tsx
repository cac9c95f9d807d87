import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { hueOf, initialsOf } from '../../core/components/initials.ts';
import { RenameUser } from '../../core/device-feature/rename.tsx';
import type { Overview } from './at-a-glance.tsx';
import { Card, Facts, Loading } from './card.tsx';
import classes from './overview.module.css';

/** Whose device it is. */
export function AccountCard({ account }: { account: Overview['account'] | null }) {
  const { t } = useTranslation('overview');
  return (
    <Card title={t('account.title')} aside={account && <RenameUser {...account} />}>
      {account === null ? <Loading lines={5} /> : <Account {...account} />}
    </Card>
  );
}

function Account({ username, nickname, email, phoneNumber }: Overview['account']) {
  const { t } = useTranslation('overview');
  const none = <span className={classes.muted}>{t('account.none')}</span>;
  const name = nickname === '' ? username : nickname;
  return (
    <>
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
    </>
  );
}
