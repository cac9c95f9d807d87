import '@mantine/core/styles/Popover.layer.css';
import { accessToCommand, cancelCommand, isFinalStep, type Command } from '@fairwatch/contract';
import { Button, Group, Popover, Text } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '../api/query.ts';
import { Can } from '../components/can.tsx';
import { readAgain } from '../socket/read-again.ts';
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
    <Popover opened={asking} onChange={setAsking} trapFocus returnFocus withArrow shadow="md" width={300}>
      <Popover.Target>
        <Button variant="subtle" size="compact-xs" loading={sending} onClick={() => setAsking(!asking)}>
          {t('cancel.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{t('cancel.question')}</Text>
        <Group gap="xs" mt="sm" justify="flex-end">
          <Button variant="default" size="xs" onClick={() => setAsking(false)}>
            {t('cancel.keep')}
          </Button>
          <Button
            color="red"
            size="xs"
            onClick={() => {
              setAsking(false);
              void start();
            }}
          >
            {t('cancel.confirm')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

function useCancel({ id }: Command, deviceId: number) {
  const { mutateAsync, isPending } = useCall(cancelCommand);
  const start = async () => {
    await toastPromise(mutateAsync({ deviceId, commandId: id })).catch(() => undefined);
    await readAgain('commands', deviceId);
  };
  return { start, sending: isPending };
}
