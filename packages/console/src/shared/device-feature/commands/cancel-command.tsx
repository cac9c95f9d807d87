import { accessToCommand, cancelCommand, isFinalStep, type Command } from '@fairwatch/contract';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '../../../core/api/query.ts';
import { Can } from '../../../core/components/can.tsx';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import { refetchChanged } from '../../changes/refetch-changed.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { useDeviceFeatureTexts } from '../use-device-feature-texts.ts';

interface CancelCommandProps {
  command: Command;
  deviceId: number;
}

/** Cancels an open command after a confirmation. Drawn only for admins who may send that command. */
export function CancelCommand({ command, deviceId }: CancelCommandProps) {
  if (isFinalStep(command.stepType)) return null;
  return (
    <Can use={accessToCommand(command.commandTypeEnum)}>
      <CancelButton command={command} deviceId={deviceId} />
    </Can>
  );
}

function CancelButton({ command, deviceId }: CancelCommandProps) {
  const { t } = useDeviceFeatureTexts();
  const [isConfirming, setConfirming] = useState(false);
  const { sending, start } = useCancel(command, deviceId);
  return (
    <>
      <Button variant="subtle" size="compact-xs" loading={sending} onClick={() => setConfirming(true)}>
        {t('cancel.button')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={t('cancel.title')}
        confirm={t('cancel.confirm')}
        cancel={t('cancel.keep')}
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          void start();
        }}
      >
        <Text size="sm">{t('cancel.question')}</Text>
      </ConfirmDialog>
    </>
  );
}

function useCancel({ id }: Command, deviceId: number) {
  const { mutateAsync, isPending } = useCall(cancelCommand);
  const start = async () => {
    await toastPromise(mutateAsync({ deviceId, commandId: id })).catch(() => undefined);
    await refetchChanged('commands', deviceId);
  };
  return { start, sending: isPending };
}
