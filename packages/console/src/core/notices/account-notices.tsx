import { acknowledgeNotices, isConfinedToWelcome } from '@fairwatch/contract';
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { textOfError } from '../api/api-error.ts';
import { RelativeTime } from '../components/relative-time.tsx';
import { addTexts } from '../i18n/i18n.ts';
import { loadProfile } from '../session/load-profile.ts';
import { useSession } from '../session/session-store.ts';
import { toast } from '../toast/toast.tsx';
import classes from './notices.module.css';
import texts from './notices.texts.json';

addTexts('notices', texts);

/** What others did to how this account signs in. It stays until its owner has said that they know. */
export function AccountNotices() {
  const { t } = useTranslation('notices');
  const { notices, adminRole } = useSession();
  const [pending, setPending] = useState(false);
  const titleId = useId();
  // A password that somebody else knows comes first.
  const next = notices.some(({ kind }) => kind === 'PASSWORD') ? 'PASSWORD' : 'SIGN_IN_RESET';
  const hasAccountPage = !isConfinedToWelcome(adminRole);

  async function acknowledge(): Promise<void> {
    setPending(true);
    try {
      await call(acknowledgeNotices, { ids: notices.map(({ id }) => id) });
      await loadProfile();
    } catch (error) {
      toast.error(textOfError(error));
    }
    setPending(false);
  }

  if (notices.length === 0) return null;
  return (
    <section className={classes.notices} aria-labelledby={titleId}>
      <div className={classes.words}>
        <h2 id={titleId} className={classes.title}>
          {t('title')}
        </h2>
        <ul className={classes.list}>
          {notices.map(({ id, kind, actorName: name, createdAt }) => (
            <li key={id}>
              {t(kind, { name })} <RelativeTime at={createdAt} />
            </li>
          ))}
        </ul>
        <p className={classes.hint}>{hasAccountPage ? t(`next.${next}`) : t('ask')}</p>
      </div>
      <Group gap="xs">
        {hasAccountPage && (
          <Button size="sm" renderRoot={(props) => <Link to="/account" {...props} />}>
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
