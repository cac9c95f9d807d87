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
import { GuardianSigning } from './guardian-signing.tsx';
import { JoinCards } from './join-cards.tsx';
import classes from './join-dialog.module.css';
import { JoinedNote } from './joined-note.tsx';
import { useCurrentPasscodes } from './use-current-passcodes.ts';
import { TryHere } from '../companion/try-here.tsx';
import texts from './join.texts.json';

addTexts('join', texts);

interface JoinDialogProps {
  /** At least one. */
  passcodes: readonly Passcode[];
  close: () => void;
}

/** Shows how people join with these passcodes: a QR code to scan, links to send, cards to print; and who has joined meanwhile. */
export function JoinDialog({ passcodes: made, close }: JoinDialogProps) {
  const { t } = useTranslation('join');
  const passcodes = useCurrentPasscodes(made);
  const unused = passcodes.filter(({ state }) => state !== 'USED');
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
          {unused.length > 0 && (
            <>
              <AddressNote address={companion.origin} />
              <ConnectPhone size="sm" mt="sm" />
            </>
          )}
          <JoinCards passcodes={unused} companion={companion} />
        </>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        {!isSingle && companion !== null && unused.length > 0 && (
          <CopyAll links={unused.map(({ otpCode }) => companion.join(otpCode))} />
        )}
        {unused.length > 0 && (
          <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            {t(isSingle ? 'print' : 'printAll')}
          </Button>
        )}
        <Button onClick={close}>{t('close')}</Button>
      </Group>
    </Dialog>
  );
}

function SinglePasscode({ passcode, start, join }: CompanionAddresses & { passcode: Passcode }) {
  const { otpCode, state } = passcode;
  return (
    <>
      <JoinedNote passcode={passcode} />
      <GuardianSigning passcode={passcode} />
      {state !== 'USED' && <WaysToJoin otpCode={otpCode} start={start} join={join} />}
    </>
  );
}

function WaysToJoin({ otpCode, start, join }: Pick<CompanionAddresses, 'start' | 'join'> & { otpCode: string }) {
  const { t } = useTranslation('join');
  return (
    <>
      <PhoneLink address={join(otpCode)} actions={<TryHere address={join(otpCode)} />}>
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
  const joined = passcodes.filter(({ state }) => state === 'USED').length;
  return (
    <>
      <Text size="sm">{t('textMany')}</Text>
      <Text component="output" size="sm">
        {joined > 0 && t('joined.count', { joined, all: passcodes.length })}
      </Text>
      <ul className={classes.list}>
        {passcodes.map(({ id, otpCode, state, usedBy }) => (
          <li key={id}>
            <strong className="fw-code">{readable(otpCode)}</strong>
            {state === 'USED' ? (
              <span className="fw-grow">
                {usedBy === null ? t('joined.used') : t('joined.short', { name: usedBy.deviceName })}
              </span>
            ) : (
              <>
                <code className="fw-ellipsis">{join(otpCode)}</code>
                <CopyButton label={t('copyLink', { code: readable(otpCode) })} text={join(otpCode)} />
              </>
            )}
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
