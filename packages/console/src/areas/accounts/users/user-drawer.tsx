import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import {
  userDetail,
  adminRoleTitles,
  removePersonPicture,
  shownName,
  userTypeTitles,
  type UserDetail,
  changeUserType,
  chosenUserTypes,
  type UserType,
  setPersonPicture,
} from '@fairwatch/contract';
import { CloseButton, Skeleton, Stack, Group, Text, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, readError } from '../../../core/api/query.ts';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { AccountActions } from '../../../shared/admin-accounts/account-actions.tsx';
import { AdminStatus } from '../../../shared/admin-accounts/admin-status.tsx';
import { Facts } from '../../../core/components/page/facts.tsx';
import { Initials } from '../../../core/components/people/person-name.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { Can, useCan } from '../../../core/components/can.tsx';
import { RenameUser, RenameDevice } from '../../../shared/device-feature/device/rename.tsx';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { changeAccount } from '../../../shared/admin-accounts/change-account.ts';
import { Choice } from '../../../core/components/buttons/choice.tsx';
import { useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../../../core/components/badges/status-badge.tsx';
import { useDeviceLink } from '../../../shared/device-feature/device/use-device-link.ts';

interface UserDrawerProps {
  userId: number;
  close: () => void;
}

/** The details and devices of one account, in a drawer next to the list. */
export function UserDrawer({ userId, close }: UserDrawerProps) {
  const { t } = useTranslation('users');
  return (
    <Dialog title={t('detail.title')} close={close} drawer>
      <CloseButton pos="absolute" top="1rem" right="1rem" aria-label={t('detail.close')} onClick={close} />
      <Detail key={userId} userId={userId} />
    </Dialog>
  );
}

function Detail({ userId }: { userId: number }) {
  const result = useQuery(query(userDetail, { userId }));
  const { data, refetch } = result;
  const error = readError(result);
  if (error !== null) return <ErrorView error={error} retry={refetch} />;
  if (data === undefined) return <Loading />;
  return (
    <Stack gap="lg">
      <UserFacts user={data.data} />
      <UserDevices devices={data.data.devices} />
    </Stack>
  );
}

function Loading() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton height={48} circle />
      {[70, 55, 62, 48, 66, 52].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} radius="xl" />
      ))}
    </Stack>
  );
}

/** The details of an account. */
function UserFacts({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { id, username, nickname, email, phoneNumber, userType, adminStatus, createdAt, signsIn } = user;
  const name = shownName(user);
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
        {!isSelf && <RenameUser userId={id} nickname={nickname} username={user.displayName} signsIn={signsIn} />}
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

/** The devices of an account, each linked to its overview. */
function UserDevices({ devices }: Pick<UserDetail, 'devices'>) {
  const { t } = useTranslation('users');
  return (
    <section>
      <Text component="h4" size="sm" fw={600} mb="xs">
        {t('detail.devices')} <span className="fw-muted">{devices.length}</span>
      </Text>
      {devices.length === 0 && <Text c="dimmed">{t('detail.noDevicesHint')}</Text>}
      <Stack component="ul" gap="sm">
        {devices.map((device) => (
          <DeviceItem key={device.id} device={device} />
        ))}
      </Stack>
    </section>
  );
}

function DeviceItem({ device }: { device: UserDetail['devices'][number] }) {
  const { t } = useTranslation('users');
  const { id, nickname, displayName, model, appName, status, lastSeenAt } = device;
  const link = useDeviceLink()(id);
  const title = shownName(device);
  return (
    <Stack component="li" className="fw-panel" gap="xs" px="md" py="sm">
      <Group gap="sm" wrap="nowrap">
        <div className="fw-grow">
          {link === null ? (
            <span className="fw-strong">{title}</span>
          ) : (
            <Link to={link} className="fw-strong fw-name-link">
              {title}
            </Link>
          )}
        </div>
        <StatusBadge status={status} />
        <RenameDevice deviceId={id} nickname={nickname} username={displayName} />
      </Group>
      <Facts
        dense
        facts={[
          [t('detail.deviceId'), id],
          [t('detail.deviceNickname'), nickname],
          [t('detail.model'), model ?? t('detail.notShared')],
          [t('detail.appName'), appName],
          [t('detail.lastSeen'), lastSeenAt === null ? '' : <RelativeTime key="seen" at={lastSeenAt} />],
        ]}
      />
    </Stack>
  );
}
