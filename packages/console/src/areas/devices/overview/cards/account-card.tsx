import type { OutputOf, overview } from '@fairwatch/contract';
import { Group, Text } from '@mantine/core';
import { breakable } from '../../../../core/components/text/breakable.tsx';
import { Card } from '../../../../core/components/page/card.tsx';
import { Facts } from '../../../../core/components/page/facts.tsx';
import { Initials } from '../../../../core/components/people/person-name.tsx';
import { RenameUser } from '../../../../shared/device-feature/device/rename.tsx';
import classes from '../overview.module.css';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { ChangeHands } from '../change-hands/change-hands.tsx';
import { ArchiveButton } from '../archive/archive-button.tsx';

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
  const none = <span className="fw-muted">{t('account.none')}</span>;
  const name = nickname === '' ? username : nickname;
  return (
    <Card title={t('account.title')} aside={<RenameUser {...account} />}>
      <Group gap="sm" wrap="nowrap" mb="xs">
        <Initials name={name} large />
        <Text component="span" className="fw-strong" size="lg">
          {name}
        </Text>
      </Group>
      <Facts
        facts={[
          [t('account.username'), breakable(username)],
          [t('account.email'), email === '' ? none : breakable(email)],
          [t('account.phone'), phoneNumber === '' ? none : phoneNumber],
        ]}
      />
      <div className={classes.accountActions}>
        <ArchiveButton deviceId={deviceId} name={name} />
        <ChangeHands deviceId={deviceId} deviceName={deviceName} person={username} />
      </div>
    </Card>
  );
}
