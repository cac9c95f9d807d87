import { Button, Group, Text, Title } from '@mantine/core';
import { isConfinedToWelcome } from '@fairwatch/contract';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { SignInAlerts } from '../../../shared/sign-in-alerts/sign-in-alerts.tsx';
import { useDocumentTitle } from '../../../core/router/use-document-title.ts';
import { loadProfile } from '../../../shared/sign-in/load-profile.ts';
import { useAdminSession, useOwnName } from '../../../core/session/session-store.ts';
import { signOut } from '../../../shared/sign-in/sign-out.ts';
import { useConsoleSocket } from '../../../shared/socket/use-console-socket.ts';
import { Mark } from '@fairwatch/look';
import { StatusLayout } from '../../../core/theme/status-layout.tsx';
import texts from './welcome.texts.json';

addTexts('welcome', texts);

/** The page on which accounts wait until an admin gives them a role. The route guard checks the role each time it is opened. */
export function WelcomeView() {
  const { t } = useTranslation('welcome');
  const router = useRouter();
  const { adminRole } = useAdminSession();
  const name = useOwnName();
  useDocumentTitle(t('title'));
  // The socket reports when an admin has decided; the guard then redirects.
  const { connection } = useConsoleSocket();
  useEffect(() => {
    // The decision may have been made before the socket was open.
    if (connection === 'open') loadProfile().catch(() => {});
  }, [connection]);
  const waiting = isConfinedToWelcome(adminRole);
  useEffect(() => {
    if (!waiting) void router.invalidate();
  }, [waiting, router]);
  return (
    <StatusLayout>
      <Mark size={56} />
      <Title order={1}>{t('greeting', { name })}</Title>
      <SignInAlerts />
      <Text c="dimmed">{t(adminRole === 'PENDING' ? 'pending' : 'nonAdmin')}</Text>
      <Group gap="xs" mt="xs" justify="center">
        <Button onClick={() => void router.invalidate()}>{t('checkAgain')}</Button>
        <Button variant="default" onClick={() => void signOut()}>
          {t('signOut')}
        </Button>
      </Group>
    </StatusLayout>
  );
}
