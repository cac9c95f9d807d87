import { renameAdmin, renameDevice, renameUser, type Endpoint } from '@fairwatch/contract';
import { clientErrorText } from '../../../core/api/error-text.ts';
import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { Can } from '../../../core/components/can.tsx';
import { Opening } from '../../../core/shortcuts/opening.tsx';
import { refetchChanged } from '../../changes/refetch-changed.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { useDeviceFeatureTexts } from '../use-device-feature-texts.ts';

// Lazy, because few admins open it.
const RenameDialog = lazy(async () => ({ default: (await import('./rename-dialog.tsx')).RenameDialog }));

interface RenameDeviceProps {
  deviceId: number;
  nickname: string;
  /** The name of the device without a nickname. */
  username: string;
}

function useDeviceRenaming({ deviceId, nickname, username }: RenameDeviceProps): Renaming {
  const { t } = useDeviceFeatureTexts();
  return {
    title: t('rename.device'),
    hint: t('rename.deviceHint', { name: username }),
    name: nickname,
    save: (name) => call(renameDevice, { deviceId, nickname: name }),
    failure: clientErrorText('device_nickname_failed'),
  };
}

/** A button that renames a device, drawn with the permission for it. */
export function RenameDevice(props: RenameDeviceProps) {
  return <RenameButton use={renameDevice} {...useDeviceRenaming(props)} />;
}

/** The dialog without the button, for components that open it themselves. */
export function RenameDeviceDialog({ close, ...props }: RenameDeviceProps & { close: () => void }) {
  return <Rename {...useDeviceRenaming(props)} close={close} />;
}

interface RenameUserProps {
  userId: number;
  nickname: string;
  /** The name of the person without a nickname. */
  username: string;
  /** True for an account that signs in: only admins who manage roles may rename it. */
  signsIn?: boolean;
}

/** A button that renames a person, drawn with the permission for it. */
export function RenameUser({ userId, nickname, username, signsIn = false }: RenameUserProps) {
  const { t } = useDeviceFeatureTexts();
  const use = signsIn ? renameAdmin : renameUser;
  return (
    <RenameButton
      use={use}
      title={t('rename.user')}
      hint={t('rename.userHint', { name: username })}
      name={nickname}
      save={(name) => call(use, { userId, nickname: name })}
      failure={clientErrorText('user_nickname_failed')}
    />
  );
}

interface Renaming {
  title: string;
  hint: string;
  /** The nickname before; empty for none. */
  name: string;
  save: (nickname: string) => Promise<unknown>;
  /** The toast after a failure. */
  failure: string;
}

function RenameButton({ use, ...renaming }: Renaming & { use: Endpoint }) {
  const [opened, setOpened] = useState(false);
  const { title } = renaming;
  return (
    <Can use={use}>
      <ActionIcon variant="subtle" color="gray" aria-label={title} title={title} onClick={() => setOpened(true)}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      {opened && <Rename {...renaming} close={() => setOpened(false)} />}
    </Can>
  );
}

/** Asks for a name, saves it and refetches every list that shows it. */
function Rename({ save, failure, close, ...words }: Renaming & { close: () => void }) {
  const { t } = useDeviceFeatureTexts();
  async function rename(name: string): Promise<void> {
    await toastPromise(save(name), failure);
    close();
    await Promise.all([refetchChanged('devices'), refetchChanged('admins')]);
  }
  return (
    <Suspense fallback={<Opening />}>
      <RenameDialog {...words} label={t('rename.nickname')} rename={rename} close={close} />
    </Suspense>
  );
}
