import { createFolder } from '@fairwatch/contract';
import { ActionIcon } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
import { Tooltip } from '../../core/components/tooltip.tsx';
import { Opening } from '../../core/shortcuts/opening.tsx';
import { readAgain } from '../../core/socket/read-again.ts';
import { toastPromise } from '../../core/toast/toast.tsx';

const NameDialog = lazy(async () => ({ default: (await import('./name-dialog.tsx')).NameDialog }));

interface NewFolderProps {
  deviceId: number;
  /** Where it is created. */
  path: string;
  /** Why the device cannot be asked now, or null. */
  reason: string | null;
}

/** Creates a folder on the device, in the one that is open. */
export function NewFolder({ deviceId, path, reason }: NewFolderProps) {
  const { t } = useTranslation('files');
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const create = async (name: string) => {
    close();
    await toastPromise(call(createFolder, { deviceId, folder: path, name })).catch(() => undefined);
    await readAgain('commands', deviceId);
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
          onClick={() => reason === null && setAsking(true)}
        >
          <IconFolderPlus size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {asking && (
        <Suspense fallback={<Opening />}>
          <NameDialog
            title={t('newFolder.title')}
            label={t('newFolder.name')}
            submit={t('newFolder.create')}
            name=""
            take={(name) => void create(name)}
            close={close}
          />
        </Suspense>
      )}
    </>
  );
}
