import {
  adminRoleTitles,
  removePersonPicture,
  userTypeTitles,
  type UserDetail,
  changeUserType,
  chosenUserTypes,
  type UserType,
  setPersonPicture,
} from '@fairwatch/contract';
import { Group, Stack, Text, Button } from '@mantine/core';
import { AccountActions } from '../../../shared/admin-accounts/account-actions.tsx';
import { AdminStatus } from '../../../shared/admin-accounts/admin-status.tsx';
import { Facts } from '../../../core/components/page/facts.tsx';
import { Initials } from '../../../core/components/people/person-name.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { Can, useCan } from '../../../core/components/can.tsx';
import { RenameUser } from '../../../shared/device-feature/device/rename.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { changeAccount } from '../../../shared/admin-accounts/change-account.ts';
import { Choice } from '../../../core/components/buttons/choice.tsx';
import { useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';

/** The details of an account. */
export function UserFacts({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { id, username, nickname, email, phoneNumber, userType, adminStatus, createdAt, signsIn } = user;
  const name = nickname === '' ? username : nickname;
  const isAdmin = adminStatus === 'ADMIN' || adminStatus === 'SUPER_ADMIN';
  const isSelf = useAdminSession().userId === String(id);
  return (
    <Stack component="section">
      <Group gap="sm" wrap="nowrap">
        <Initials name={name} picture={user.profileIconPath} large />
        <div className="fw-grow">
          <Text component="h3" className="fw-strong" size="lg">
            {name}
          </Text>
          <span className="fw-note">{userTypeTitles[userType]}</span>
        </div>
        {!isSelf && <RenameUser userId={id} nickname={nickname} username={username} signsIn={signsIn} />}
      </Group>
      {!signsIn && (
        <Can use={removePersonPicture}>
          <PersonPicture userId={id} hasPicture={user.profileIconPath !== ''} />
        </Can>
      )}
      <Facts
        dense
        facts={[
          [t('detail.id'), id],
          [t('detail.username'), username],
          [t('detail.nickname'), nickname],
          [t('detail.email'), email],
          [t('detail.phone'), phoneNumber],
          [t('detail.adminStatus'), signsIn ? <AdminStatus key="status" {...user} /> : adminRoleTitles[adminStatus]],
          ...(isAdmin
            ? []
            : [[t('detail.type'), <UserTypeChoice key="type" userId={id} userType={userType} />] as const]),
          [t('detail.since'), <RelativeTime key="since" at={createdAt} />],
        ]}
      />
      {signsIn && <AccountActions account={user} />}
    </Stack>
  );
}

interface UserTypeChoiceProps {
  userId: number;
  userType: UserType;
}

/** Standard User or Guest User, for an account that is no admin; only a text without the permission to choose. */
function UserTypeChoice({ userId, userType }: UserTypeChoiceProps) {
  const { t } = useTranslation('users');
  const canChoose = useCan(changeUserType);
  if (!canChoose) return userTypeTitles[userType];
  return (
    <Choice
      label={t('detail.type')}
      options={chosenUserTypes.map((value) => ({ value, label: userTypeTitles[value] }))}
      value={userType === 'ADMIN' ? null : userType}
      onChange={(type) => void changeAccount(changeUserType, { userId, type })}
    />
  );
}

const PictureDialog = lazyDialog(
  async () => (await import('../../../shared/pictures/picture-dialog.tsx')).PictureDialog,
);

interface PersonPictureProps {
  userId: number;
  hasPicture: boolean;
}

/** Sets and removes the picture of the person of a device. */
function PersonPicture({ userId, hasPicture }: PersonPictureProps) {
  const { t } = useTranslation('users');
  const [choosing, setChoosing] = useState(false);
  async function send(image: string): Promise<void> {
    await call(setPersonPicture, { userId, image });
    await refetchChanged('users');
  }
  async function remove(): Promise<void> {
    await call(removePersonPicture, { userId });
    await refetchChanged('users');
  }
  return (
    <Group gap="xs">
      <Button size="compact-sm" variant="default" onClick={() => setChoosing(true)}>
        {t(hasPicture ? 'picture.change' : 'picture.add')}
      </Button>
      {hasPicture && (
        <Button size="compact-sm" variant="subtle" onClick={() => void toastPromise(remove()).catch(() => {})}>
          {t('picture.remove')}
        </Button>
      )}
      {choosing && <PictureDialog title={t('picture.title')} send={send} close={() => setChoosing(false)} />}
    </Group>
  );
}
