import { clientErrors, renameAdmin, renameDevice, renameUser, type Endpoint } from '@fairwatch/contract';
import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../api/client.ts';
import { Can } from '../components/can.tsx';
import { Opening } from '../shortcuts/opening.tsx';
import { readAgain } from '../socket/read-again.ts';
import { toastPromise } from '../toast/toast.tsx';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

// Few open it, so it comes when somebody does.
const RenameDialog = lazy(async () => ({ default: (await import('./rename-dialog.tsx')).RenameDialog }));

interface RenameDeviceProps {
  deviceId: number;
  nickname: string;
  /** What the device is called without a nickname. */
  username: string;
}

function useDeviceRenaming({ deviceId, nickname, username }: RenameDeviceProps): Renaming {
  const { t } = useDeviceFeatureTexts();
  return {
    title: t('rename.device'),
    hint: t('rename.deviceHint', { name: username }),
    nickname,
    save: (name) => call(renameDevice, { deviceId, nickname: name }),
    failure: clientErrors.device_nickname_failed,
  };
}

/** The button that renames a device, for those who may. */
export function RenameDevice(props: RenameDeviceProps) {
  return <RenameButton use={renameDevice} {...useDeviceRenaming(props)} />;
}

/** The same without its button, for who asks for it elsewhere. */
export function RenameDeviceDialog({ close, ...props }: RenameDeviceProps & { close: () => void }) {
  return <Rename {...useDeviceRenaming(props)} close={close} />;
}

interface RenameUserProps {
  userId: number;
  nickname: string;
  /** What the person is called without a nickname. */
  username: string;
  /** Somebody signs in with the account: then whoever manages roles renames it. */
  signsIn?: boolean;
}

/** The button that renames a person, for those who may. */
export function RenameUser({ userId, nickname, username, signsIn = false }: RenameUserProps) {
  const { t } = useDeviceFeatureTexts();
  const use = signsIn ? renameAdmin : renameUser;
  return (
    <RenameButton
      use={use}
      title={t('rename.user')}
      hint={t('rename.userHint', { name: username })}
      nickname={nickname}
      save={(name) => call(use, { userId, nickname: name })}
      failure={clientErrors.user_nickname_failed}
    />
  );
}

interface Renaming {
  title: string;
  hint: string;
  nickname: string;
  save: (nickname: string) => Promise<unknown>;
  /** What is said when it did not work. */
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

/** Asks for the name, saves it and shows it wherever it stands. */
function Rename({ save, failure, close, ...words }: Renaming & { close: () => void }) {
  async function rename(name: string): Promise<void> {
    await toastPromise(save(name), failure);
    close();
    await Promise.all([readAgain('devices'), readAgain('admins')]);
  }
  return (
    <Suspense fallback={<Opening />}>
      <RenameDialog {...words} rename={rename} close={close} />
    </Suspense>
  );
}
