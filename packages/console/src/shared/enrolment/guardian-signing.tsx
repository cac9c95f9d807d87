import type { Passcode } from '@fairwatch/contract';
import { UnstyledButton } from '@mantine/core';
import { IconHourglass, IconSignature, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { RelativeTime } from '../../core/components/time/relative-time.tsx';
import { TimedText } from '../../core/components/time/timed-text.tsx';
import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { lazyDialog } from '../../core/shortcuts/opening.tsx';
import texts from './guardian.texts.json';
import classes from './guardian-signing.module.css';

addTexts('guardian', texts);

// Lazy, because the QR code needs a library.
const GuardianDialog = lazyDialog(async () => (await import('./guardian-dialog.tsx')).GuardianDialog);

const looks = {
  WAITING: { icon: IconHourglass, tone: 'warn' },
  SIGNED: { icon: IconSignature, tone: 'good' },
  DECLINED: { icon: IconX, tone: 'bad' },
  WITHDRAWN: { icon: IconX, tone: 'bad' },
} as const;

const decidedWords = { SIGNED: 'signed', DECLINED: 'declined', WITHDRAWN: 'withdrew' } as const;

/** Whether the guardian of a passcode has signed; it opens how they do. Nothing for a passcode that nobody has to sign. */
export function GuardianSigning({ passcode }: { passcode: Passcode }) {
  const { t } = useTranslation('guardian');
  const [opened, setOpened] = useState(false);
  const { signing } = passcode;
  if (signing === null) return null;
  const name = signing.signedBy || guardianName(passcode);
  const { icon: Icon, tone } = looks[signing.state];
  return (
    <>
      <UnstyledButton
        className={classes.signing}
        data-tone={tone}
        title={t('open', { name })}
        onClick={() => setOpened(true)}
      >
        <Icon size={14} aria-hidden />
        {signing.state === 'WAITING' || signing.decidedAt === null ? (
          <span>{t('waits', { name })}</span>
        ) : (
          <TimedText words={t(decidedWords[signing.state], { name })} at={signing.decidedAt} />
        )}
      </UnstyledButton>
      {opened && <GuardianDialog passcode={passcode} close={() => setOpened(false)} />}
    </>
  );
}

/** How an admin named the guardian. */
export function guardianName({ ground, signing }: Passcode): string {
  return ground.guardian ?? signing?.email ?? '';
}

/** A moment of the signing, or a dash. */
export function SigningTime({ at }: { at: string | null }) {
  return at === null ? '–' : <RelativeTime at={at} />;
}
