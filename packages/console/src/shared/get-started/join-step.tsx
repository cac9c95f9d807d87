import type { Passcode } from '@fairwatch/contract';
import { Box, Button, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCompanion } from '../companion/companion-address.ts';
import { AddressNote, PhoneLink } from '../companion/phone-link.tsx';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { mayOpen } from '../../core/router/guard.ts';
import { usePages } from '../../core/router/pages-context.ts';
import { useAdminSession } from '../../core/session/session-store.ts';
import { ConnectPhone } from '../phone-access/connect-phone.tsx';
import { Step, type StepState } from './step.tsx';
import { pageLink } from '../../core/router/page-link.ts';

interface JoinStepProps extends StepState {
  /** A valid passcode; null without one. */
  passcode: Passcode | null;
}

/** The step in which the person opens the link on their phone. To try it out, it opens in another tab, too. */
export function JoinStep({ passcode, ...step }: JoinStepProps) {
  const { t } = useTranslation('getStarted');
  return (
    <Step {...step} title={t('join.title')} text={t('join.text')}>
      {passcode !== null && <JoinLink passcode={passcode} />}
      <ConnectPhone size="sm" />
      <OtherWays />
    </Step>
  );
}

function JoinLink({ passcode: { otpCode } }: { passcode: Passcode }) {
  const { t } = useTranslation('getStarted');
  const companion = useCompanion();
  if (companion === null) return null;
  const address = companion.join(otpCode);
  return (
    <Box w="100%">
      <PhoneLink
        address={address}
        actions={
          <Button
            component="a"
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
            size="sm"
            mt="xs"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {t('join.here')}
          </Button>
        }
      >
        <Text c="dimmed">{t('join.scan')}</Text>
      </PhoneLink>
      <AddressNote address={address} />
    </Box>
  );
}

function OtherWays() {
  const { t } = useTranslation('getStarted');
  const session = useAdminSession();
  const page = usePages().find(({ path }) => path === '/app-download');
  if (page === undefined || !mayOpen(session, page)) return null;
  return <Link {...pageLink('/app-download')}>{t('join.other')}</Link>;
}
