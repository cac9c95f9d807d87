import { removePicture } from '@fairwatch/contract';
import { Button, Group, Paper, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
import { Initials } from '../../core/components/person-name.tsx';
import { loadProfile } from '../../core/session/load-profile.ts';
import { useSession } from '../../core/session/session-store.ts';
import { toastPromise } from '../../core/toast/toast.tsx';
import classes from './account.module.css';

const PictureDialog = lazy(async () => ({ default: (await import('./picture-dialog.tsx')).PictureDialog }));

async function remove(): Promise<void> {
  await call(removePicture, {});
  await loadProfile();
}

/** Who is signed in, with their picture. */
export function ProfileCard() {
  const { t } = useTranslation('account');
  const [changing, setChanging] = useState(false);
  const { nickName, username, email, userType, profileIconPath } = useSession();
  const name = nickName === '' ? username : nickName;
  const facts = { name, username, email, type: t(`profile.userType.${userType}`) };
  return (
    <Paper component="section" withBorder className={classes.card}>
      <Title order={2}>{t('profile.title')}</Title>
      <div className={classes.identity}>
        <Initials name={name} picture={profileIconPath} large />
        <Group gap="xs">
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('picture.change')}
          </Button>
          {profileIconPath !== '' && (
            <Button variant="subtle" onClick={() => void toastPromise(remove()).catch(() => {})}>
              {t('picture.remove')}
            </Button>
          )}
        </Group>
      </div>
      <dl className={classes.facts}>
        {Object.entries(facts).map(([key, value]) => (
          <div key={key}>
            <dt>{t(`profile.${key}`)}</dt>
            <dd>{value === '' ? t('profile.none') : value}</dd>
          </div>
        ))}
      </dl>
      {changing && (
        <Suspense>
          <PictureDialog close={() => setChanging(false)} />
        </Suspense>
      )}
    </Paper>
  );
}
