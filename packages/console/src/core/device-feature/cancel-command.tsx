import {
  accessToCommand,
  cancelCommand,
  featureOfCommand,
  isFinalStep,
  nonFinalCommands,
  type Command,
} from '@fairwatch/contract';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { invalidate, useCall } from '../api/query.ts';
import { Can } from '../components/can.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { toastPromise } from '../toast/toast.tsx';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

interface CancelCommandProps {
  command: Command;
  deviceId: number;
}

/** Ends a command that is still open, after asking once. Drawn for those who could have asked for it. */
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
  const [asking, setAsking] = useState(false);
  const { sending, start } = useCancel(command, deviceId);
  return (
    <>
      <Button variant="subtle" size="compact-xs" loading={sending} onClick={() => setAsking(true)}>
        {t('cancel.button')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('cancel.title')}
        confirm={t('cancel.confirm')}
        cancel={t('cancel.keep')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void start();
        }}
      >
        <Text size="sm">{t('cancel.question')}</Text>
      </ConfirmDialog>
    </>
  );
}

function useCancel({ id, commandTypeEnum }: Command, deviceId: number) {
  const { mutateAsync, isPending } = useCall(cancelCommand);
  const start = async () => {
    await toastPromise(mutateAsync({ deviceId, commandId: id })).catch(() => undefined);
    const feature = featureOfCommand(commandTypeEnum);
    await Promise.all([
      invalidate(nonFinalCommands, deviceId),
      ...(feature ? [invalidate(feature.history, deviceId)] : []),
    ]);
  };
  return { start, sending: isPending };
}
