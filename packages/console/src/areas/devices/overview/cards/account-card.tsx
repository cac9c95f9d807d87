import type { OutputOf, overview } from '@fairwatch/contract';
import { breakable } from '../../../../core/components/text/breakable.tsx';
import { Card } from '../../../../core/components/page/card.tsx';
import { Facts } from '../../../../core/components/page/facts.tsx';
import { Initials } from '../../../../core/components/people/person-name.tsx';
import { RenameUser } from '../../../../shared/device-feature/device/rename.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from './account-card.module.css';
import { ChangeHands } from '../change-hands/change-hands.tsx';
import { ArchiveButton } from '../archive/archive-button.tsx';
import shared from '../overview.module.css';

type Account = OutputOf<typeof overview>['account'];

interface AccountCardProps {
  deviceId: number;
  deviceName: string;
  account: Account;
}

/** The account of the device's person. */
export function AccountCard({ deviceId, deviceName, account }: AccountCardProps) {
  const { t } = useTranslation('overview');
  const { username, nickname, email, phoneNumber } = account;
  const none = <span className={shared.muted}>{t('account.none')}</span>;
  const name = nickname === '' ? username : nickname;
  return (
    <Card title={t('account.title')} aside={<RenameUser {...account} />}>
      <div className={classes.person}>
        <Initials name={name} large />
        <span className={classes.name}>{name}</span>
      </div>
      <Facts
        facts={[
          [t('account.username'), breakable(username)],
          [t('account.email'), email === '' ? none : breakable(email)],
          [t('account.phone'), phoneNumber === '' ? none : phoneNumber],
        ]}
      />
      <div className={classes.actions}>
        <ArchiveButton deviceId={deviceId} name={name} />
        <ChangeHands deviceId={deviceId} deviceName={deviceName} person={username} />
      </div>
    </Card>
  );
}
