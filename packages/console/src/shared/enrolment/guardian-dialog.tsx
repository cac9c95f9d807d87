import { guardianLink, guardianPageLink, mailGuardians, passcodeList, type Passcode } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { IconLink, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { textOfError } from '../../core/api/api-error.ts';
import { call } from '../../core/api/client.ts';
import { query } from '../../core/api/query.ts';
import { Can } from '../../core/components/can.tsx';
import { Dialog } from '../../core/components/overlays/dialog.tsx';
import { Facts, type Fact } from '../../core/components/page/facts.tsx';
import { exactTimeText } from '../../core/components/time/time-texts.ts';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { toast } from '../../core/toast/toast.tsx';
import { refetchChanged } from '../changes/refetch-changed.ts';
import { useCompanion } from '../companion/companion-address.ts';
import { AddressNote, PhoneLink } from '../companion/phone-link.tsx';
import { guardianName, SigningTime } from './guardian-signing.tsx';

interface GuardianDialogProps {
  passcode: Passcode;
  close: () => void;
}

/** What a guardian is asked to sign, and what became of it; with the link to mail, to copy or to print. */
export function GuardianDialog({ passcode: opened, close }: GuardianDialogProps) {
  const { t } = useTranslation('guardian');
  const passcode = useQuery(query(passcodeList, { filter: { ids: [opened.id] } })).data?.data[0] ?? opened;
  const { signing, state } = passcode;
  const name = guardianName(passcode);
  const title = passcode.name === '' ? t('title', { name }) : t('titleFor', { name, person: passcode.name });
  if (signing === null) return null;
  const isOpen = state === 'VALID' && signing.state === 'WAITING';
  return (
    <Dialog title={title} close={close} wide>
      {isOpen && (
        <Text size="sm" mb="sm">
          {t('text', { name })}
        </Text>
      )}
      <Facts facts={factsOf(passcode, signing, t)} />
      {isOpen && <WaysToSign passcode={passcode} name={name} />}
      <Group mt="lg" justify="flex-end">
        <Button onClick={close}>{t('close')}</Button>
      </Group>
    </Dialog>
  );
}

type Signing = NonNullable<Passcode['signing']>;
type Words = ReturnType<typeof useTranslation<'guardian'>>['t'];

function factsOf({ state }: Passcode, signing: Signing, t: Words): Fact[] {
  const mailed: Fact = [
    t('mailed'),
    signing.mailedAt === null ? t('notMailed') : <SigningTime key="mailed" at={signing.mailedAt} />,
  ];
  if (signing.state === 'WAITING') return [[t('email'), signing.email], ...(state === 'VALID' ? [mailed] : [])];
  const decided: Fact = [t('at'), <SigningTime key="at" at={signing.decidedAt} />];
  const ended: Fact = [t('reason'), signing.declineReason || t('noReason')];
  return [
    ...(signing.signedBy === '' ? [] : [[t('signedAs'), signing.signedBy] as const]),
    decided,
    ...(signing.state === 'SIGNED' ? [] : [ended]),
    [t('email'), signing.email],
  ];
}

function WaysToSign({ passcode: { id, signing }, name }: { passcode: Passcode; name: string }) {
  const { t } = useTranslation('guardian');
  const companion = useCompanion();
  const [made, setMade] = useState<{ token: string; expiresAt: string } | null>(null);
  const [busy, setBusy] = useState<'mail' | 'link' | null>(null);
  async function run(what: 'mail' | 'link', act: () => Promise<unknown>): Promise<void> {
    setBusy(what);
    await act().catch((error: unknown) => toast.error(textOfError(error)));
    setBusy(null);
    await refetchChanged('passcodes');
  }
  const mail = async () => {
    const { sent } = (await call(mailGuardians, { ids: [id] })).data;
    setMade(null);
    if (sent > 0) toast.success(t('sent'));
    else toast.error(t('skipped', { name }));
  };
  return (
    <Can use={mailGuardians}>
      <Group gap="xs" mt="md">
        <Button
          variant="default"
          leftSection={<IconMail size={16} aria-hidden />}
          loading={busy === 'mail'}
          onClick={() => void run('mail', mail)}
        >
          {t(signing?.mailedAt === null ? 'send' : 'sendAgain')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconLink size={16} aria-hidden />}
          loading={busy === 'link'}
          onClick={() => void run('link', async () => setMade((await call(guardianLink, { id })).data))}
        >
          {t('make')}
        </Button>
      </Group>
      {made !== null && companion !== null && (
        <>
          <Text size="sm" my="sm">
            {t('link', { name })} {t('until', { until: exactTimeText(new Date(made.expiresAt), currentLanguage()) })}
          </Text>
          <PhoneLink address={guardianPageLink(companion.origin, made.token)} label={t('qr')} />
          <AddressNote address={companion.origin} />
        </>
      )}
    </Can>
  );
}
