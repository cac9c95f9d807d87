import { type OutputOf, type overview, makeArchive, shownName } from '@fairwatch/contract';
import { Group, Text, Button } from '@mantine/core';
import { breakable } from '../../../../core/components/text/breakable.tsx';
import { Card } from '../../../../core/components/page/card.tsx';
import { Facts } from '../../../../core/components/page/facts.tsx';
import { Initials } from '../../../../core/components/people/person-name.tsx';
import { RenameUser } from '../../../../shared/device-feature/device/rename.tsx';
import classes from '../overview.module.css';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { ChangeHands } from '../change-hands/change-hands.tsx';
import { IconFileZip } from '@tabler/icons-react';
import { useState } from 'react';
import { Can } from '../../../../core/components/can.tsx';
import { lazyDialog } from '../../../../core/shortcuts/opening.tsx';

type Account = OutputOf<typeof overview>['account'];

interface AccountCardProps {
  deviceId: number;
  deviceName: string;
  account: Account;
}

/** The account of the device's person. */
export function AccountCard({ deviceId, deviceName, account }: AccountCardProps) {
  const { t } = useTranslation('overview');
  const { username, email, phoneNumber } = account;
  const none = <span className="fw-muted">{t('account.none')}</span>;
  const name = shownName(account);
  return (
    <Card title={t('account.title')} aside={<RenameUser {...account} username={account.displayName} />}>
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

// Lazy, because archives are requested rarely.
const ArchiveDialog = lazyDialog(async () => (await import('../archive/archive-dialog.tsx')).ArchiveDialog);

/** The button that opens the dialog for an archive of everything about a device's person, for super admins. */
function ArchiveButton({ deviceId, name }: { deviceId: number; name: string }) {
  const { t } = useTranslation('overview');
  const [opened, setOpened] = useState(false);
  return (
    <Can use={makeArchive}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconFileZip size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('archive')}
      </Button>
      {opened && <ArchiveDialog deviceId={deviceId} name={name} close={() => setOpened(false)} />}
    </Can>
  );
}
