import { acknowledgeSignInAlerts, isConfinedToWelcome } from '@fairwatch/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { call } from '../../core/api/client.ts';
import { textOfError } from '../../core/api/api-error.ts';
import { RelativeTime } from '../../core/components/time/relative-time.tsx';
import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { loadProfile } from '../sign-in/load-profile.ts';
import { useAdminSession } from '../../core/session/session-store.ts';
import { toast } from '../../core/toast/toast.tsx';
import classes from './sign-in-alerts.module.css';
import texts from './sign-in-alerts.texts.json';
import { pageLink } from '../../core/router/page-link.ts';

addTexts('signInAlerts', texts);

/** Changes that others made to the sign-in of this account. They stay until the owner acknowledges them. */
export function AlertList() {
  const { t } = useTranslation('signInAlerts');
  const { signInAlerts: alerts, adminRole } = useAdminSession();
  const [pending, setPending] = useState(false);
  const titleId = useId();
  // A password that someone else knows is more urgent.
  const next = alerts.some(({ kind }) => kind === 'PASSWORD') ? 'PASSWORD' : 'SIGN_IN_RESET';
  const hasAccountPage = !isConfinedToWelcome(adminRole);

  async function acknowledge(): Promise<void> {
    setPending(true);
    try {
      await call(acknowledgeSignInAlerts, { ids: alerts.map(({ id }) => id) });
      await loadProfile();
    } catch (error) {
      toast.error(textOfError(error));
    }
    setPending(false);
  }

  if (alerts.length === 0) return null;
  return (
    <section className={classes.alerts} aria-labelledby={titleId}>
      <div className={classes.words}>
        <h2 id={titleId}>{t('title')}</h2>
        <Stack component="ul" gap={4} my={6}>
          {alerts.map(({ id, kind, actorName: name, createdAt }) => (
            <li key={id}>
              {t(kind, { name })}{' '}
              <Text span inherit c="dimmed">
                <RelativeTime at={createdAt} />
              </Text>
            </li>
          ))}
        </Stack>
        <small>{hasAccountPage ? t(`next.${next}`) : t('ask')}</small>
      </div>
      <Group gap="xs">
        {hasAccountPage && (
          <Button size="sm" renderRoot={(props) => <Link {...pageLink('/account')} {...props} />}>
            {t('open')}
          </Button>
        )}
        <Button size="sm" variant="default" loading={pending} onClick={() => void acknowledge()}>
          {t('done')}
        </Button>
      </Group>
    </section>
  );
}
