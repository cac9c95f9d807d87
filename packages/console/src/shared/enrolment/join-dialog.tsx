import type { Passcode } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { IconCopy, IconPrinter } from '@tabler/icons-react';
import { termuxJoinLine, useCompanion, type CompanionAddresses } from '../companion/companion-address.ts';
import { AddressNote, PhoneLink } from '../companion/phone-link.tsx';
import { ConnectPhone } from '../phone-access/connect-phone.tsx';
import { CommandLine } from '../../core/components/text/command-line.tsx';
import { CopyButton } from '../../core/components/text/copy-button.tsx';
import { copyText } from '../../core/components/text/copy-text.ts';
import { Dialog } from '../../core/components/overlays/dialog.tsx';
import { readable } from '../../core/components/text/readable-code.ts';
import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { toast } from '../../core/toast/toast.tsx';
import { JoinCards } from './join-cards.tsx';
import classes from './join-dialog.module.css';
import texts from './join.texts.json';

addTexts('join', texts);

interface JoinDialogProps {
  /** At least one. */
  passcodes: readonly Passcode[];
  close: () => void;
}

/** Shows how people join with these passcodes: a QR code to scan, links to send, cards to print. */
export function JoinDialog({ passcodes, close }: JoinDialogProps) {
  const { t } = useTranslation('join');
  const companion = useCompanion();
  const [first, ...more] = passcodes;
  if (first === undefined) return null;
  const isSingle = more.length === 0;
  const title = isSingle
    ? t('titleOne', { code: readable(first.otpCode) })
    : t('titleMany', { count: passcodes.length });
  return (
    <Dialog title={title} close={close} wide>
      {companion !== null && (
        <>
          {isSingle ? (
            <SinglePasscode passcode={first} {...companion} />
          ) : (
            <PasscodeList passcodes={passcodes} {...companion} />
          )}
          <AddressNote address={companion.origin} />
          <ConnectPhone size="sm" mt="sm" />
          <JoinCards passcodes={passcodes} companion={companion} />
        </>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        {!isSingle && companion !== null && <CopyAll links={passcodes.map(({ otpCode }) => companion.join(otpCode))} />}
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {t(isSingle ? 'print' : 'printAll')}
        </Button>
        <Button onClick={close}>{t('close')}</Button>
      </Group>
    </Dialog>
  );
}

function SinglePasscode({ passcode: { otpCode }, start, join }: CompanionAddresses & { passcode: Passcode }) {
  const { t } = useTranslation('join');
  return (
    <>
      <PhoneLink address={join(otpCode)}>
        <Text size="sm">{t('text')}</Text>
        <Text size="sm" mt="xs" c="dimmed" className="fw-grow">
          {t('typed', { address: start })}
        </Text>
        <p className={`fw-code ${classes.code}`}>{readable(otpCode)}</p>
      </PhoneLink>
      <Text size="sm" mt="md" mb={4} c="dimmed">
        {t('termux')}
      </Text>
      <CommandLine line={termuxJoinLine(join(otpCode))} label={t('copyTermux')} />
    </>
  );
}

function PasscodeList({ passcodes, join }: CompanionAddresses & Pick<JoinDialogProps, 'passcodes'>) {
  const { t } = useTranslation('join');
  return (
    <>
      <Text size="sm">{t('textMany')}</Text>
      <ul className={classes.list}>
        {passcodes.map(({ id, otpCode }) => (
          <li key={id}>
            <strong className="fw-code">{readable(otpCode)}</strong>
            <code className="fw-ellipsis">{join(otpCode)}</code>
            <CopyButton label={t('copyLink', { code: readable(otpCode) })} text={join(otpCode)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function CopyAll({ links }: { links: readonly string[] }) {
  const { t } = useTranslation('join');
  const copy = () =>
    copyText(links.join('\n')).then(
      () => toast.success(t('copied')),
      () => toast.error(t('copyFailed')),
    );
  return (
    <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
      {t('copyAll')}
    </Button>
  );
}
