import { removePicture, renameSelf, uploadPicture, userTypeTitles } from '@fairwatch/contract';
import { clientErrorText } from '../../../core/api/error-text.ts';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { Can } from '../../../core/components/can.tsx';
import { Facts } from '../../../core/components/page/facts.tsx';
import { Initials } from '../../../core/components/people/person-name.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { loadProfile } from '../../../shared/sign-in/load-profile.ts';
import { useAdminSession, useOwnName } from '../../../core/session/session-store.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { toastPromise } from '../../../core/toast/toast.tsx';

const PictureDialog = lazyDialog(
  async () => (await import('../../../shared/pictures/picture-dialog.tsx')).PictureDialog,
);

const EmailDialog = lazyDialog(async () => (await import('./email-dialog.tsx')).EmailDialog);
const RenameDialog = lazyDialog(
  async () => (await import('../../../shared/device-feature/device/rename-dialog.tsx')).RenameDialog,
);

async function rename(displayName: string): Promise<void> {
  await toastPromise(call(renameSelf, { displayName }), clientErrorText('user_nickname_failed'));
  await loadProfile();
}

async function changePicture(image: string): Promise<void> {
  await call(uploadPicture, { image });
  await loadProfile();
}

async function remove(): Promise<void> {
  await call(removePicture, {});
  await loadProfile();
}

/** The name, contact data and picture of the signed-in admin. */
export function ProfileCard() {
  const { t } = useTranslation('account');
  const [changing, setChanging] = useState<'picture' | 'name' | 'email' | null>(null);
  const close = () => setChanging(null);
  const { username, email, phoneNumber, userType, profileIconPath } = useAdminSession();
  const name = useOwnName();
  return (
    <Card title={t('profile.title')} spaced>
      <Group>
        <Initials name={name} picture={profileIconPath} large />
        <Group gap="xs">
          <Can use={uploadPicture}>
            <Button variant="default" onClick={() => setChanging('picture')}>
              {t('picture.change')}
            </Button>
          </Can>
          {profileIconPath !== '' && (
            <Button variant="subtle" onClick={() => void toastPromise(remove()).catch(() => {})}>
              {t('picture.remove')}
            </Button>
          )}
        </Group>
      </Group>
      <Facts
        facts={[
          [t('profile.name'), <Changeable key="name" field="name" text={name} change={setChanging} />],
          [t('profile.username'), username],
          [t('profile.email'), <Changeable key="email" field="email" text={email} change={setChanging} />],
          ...(phoneNumber === '' ? [] : [[t('profile.phone'), phoneNumber] as const]),
          [t('profile.type'), userTypeTitles[userType]],
        ]}
      />
      {changing === 'picture' && <PictureDialog title={t('picture.change')} send={changePicture} close={close} />}
      {changing === 'email' && <EmailDialog close={close} />}
      {changing === 'name' && (
        <RenameDialog
          title={t('profile.nameTitle')}
          label={t('profile.nameLabel')}
          hint={t('profile.nameHint', { username })}
          name={name === username ? '' : name}
          rename={(typed) => rename(typed).then(close)}
          close={close}
        />
      )}
    </Card>
  );
}

interface ChangeableProps {
  field: 'name' | 'email';
  text: string;
  change: (field: 'name' | 'email') => void;
}

/** A fact of the profile with the button that changes it. */
function Changeable({ field, text, change }: ChangeableProps) {
  const { t } = useTranslation('account');
  const label = t(`profile.change.${field}`);
  return (
    <Group component="span" gap={6} my={-4}>
      {text === '' ? t('profile.none') : text}
      <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={() => change(field)}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
