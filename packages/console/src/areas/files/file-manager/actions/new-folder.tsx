import { createFolder } from '@fairwatch/contract';
import { ActionIcon } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../../../core/api/client.ts';
import { Tooltip } from '../../../../core/components/overlays/tooltip.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { Opening } from '../../../../core/shortcuts/opening.tsx';
import { toastCommand } from '../../../../shared/device-feature/commands/toast-command.ts';
import { useOpenDevice } from '../../../../shared/device-feature/device/use-open-device.ts';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';

const NameDialog = lazy(async () => ({ default: (await import('./name-dialog.tsx')).NameDialog }));

interface NewFolderProps {
  deviceId: number;
  /** The parent folder. */
  path: string;
  /** Why no folder can be created now, or null. */
  reason: string | null;
}

/** The button and dialog that create a folder inside the open one. */
export function NewFolder({ deviceId, path, reason }: NewFolderProps) {
  const { t } = useTranslation('files');
  const [opened, setOpened] = useState(false);
  const device = useOpenDevice() ?? null;
  const close = () => setOpened(false);
  const create = async (name: string) => {
    close();
    await toastCommand(call(createFolder, { deviceId, folder: path, name }), device).catch(() => undefined);
    await refetchChanged('commands', deviceId);
  };
  return (
    <>
      <Tooltip label={reason ?? t('newFolder.button')}>
        <ActionIcon
          variant="light"
          size={36}
          aria-label={t('newFolder.button')}
          aria-disabled={reason !== null}
          data-disabled={reason !== null || undefined}
          onClick={() => reason === null && setOpened(true)}
        >
          <IconFolderPlus size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {opened && (
        <Suspense fallback={<Opening />}>
          <NameDialog
            title={t('newFolder.title')}
            label={t('newFolder.name')}
            submit={t('newFolder.create')}
            name=""
            onSubmit={(name) => void create(name)}
            close={close}
          />
        </Suspense>
      )}
    </>
  );
}
