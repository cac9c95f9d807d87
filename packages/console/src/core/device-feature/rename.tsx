import { clientErrors, renameDevice, renameUser, type Endpoint } from '@fairwatch/contract';
import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../api/client.ts';
import { Can } from '../components/can.tsx';
import { readAgain } from '../socket/read-again.ts';
import { toastPromise } from '../toast/toast.tsx';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

// Few open it, so it comes when somebody does.
const RenameModal = lazy(async () => ({ default: (await import('./rename-modal.tsx')).RenameModal }));

interface RenameDeviceProps {
  deviceId: number;
  nickname: string;
  /** What the device is called without a nickname. */
  username: string;
}

/** The button that renames a device, for those who may. */
export function RenameDevice({ deviceId, nickname, username }: RenameDeviceProps) {
  const { t } = useDeviceFeatureTexts();
  return (
    <RenameButton
      use={renameDevice}
      title={t('rename.device')}
      hint={t('rename.deviceHint', { name: username })}
      nickname={nickname}
      save={(name) => call(renameDevice, { deviceId, nickname: name })}
      failure={clientErrors.device_nickname_failed}
    />
  );
}

interface RenameUserProps {
  userId: number;
  nickname: string;
  /** What the person is called without a nickname. */
  username: string;
}

/** The button that renames a person, for those who may. */
export function RenameUser({ userId, nickname, username }: RenameUserProps) {
  const { t } = useDeviceFeatureTexts();
  return (
    <RenameButton
      use={renameUser}
      title={t('rename.user')}
      hint={t('rename.userHint', { name: username })}
      nickname={nickname}
      save={(name) => call(renameUser, { userId, nickname: name })}
      failure={clientErrors.user_nickname_failed}
    />
  );
}

interface RenameButtonProps {
  use: Endpoint;
  title: string;
  hint: string;
  nickname: string;
  save: (nickname: string) => Promise<unknown>;
  /** What is said when it did not work. */
  failure: string;
}

function RenameButton({ use, title, hint, nickname, save, failure }: RenameButtonProps) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  async function rename(name: string): Promise<void> {
    await toastPromise(save(name), failure);
    close();
    await readAgain('devices');
  }
  return (
    <Can use={use}>
      <ActionIcon variant="subtle" color="gray" aria-label={title} title={title} onClick={() => setOpened(true)}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      {opened && (
        <Suspense>
          <RenameModal title={title} hint={hint} nickname={nickname} rename={rename} close={close} />
        </Suspense>
      )}
    </Can>
  );
}
