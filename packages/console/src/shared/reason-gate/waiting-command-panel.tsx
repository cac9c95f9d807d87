import type { Approval } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import type { WaitingCommand } from './approval-wait.ts';
import { useOwnRequest, useWaitingRequest } from './use-second-admin.ts';

/** A command that waits for a second admin: whom it waits for, until when, and the way to take it back. */
export function WaitingCommandPanel({ command: { deviceId, capability } }: { command: WaitingCommand }) {
  const own = useOwnRequest({ deviceId, capability, action: 'COMMAND' });
  return own?.state === 'PENDING' ? <Panel approval={own} /> : null;
}

function Panel({ approval }: { approval: Approval }) {
  const { t } = useTranslation('second-admin');
  const { title, hint, withdraw, withdrawing } = useWaitingRequest(approval);
  return (
    <Group component="output" className="fw-panel" gap="sm" p="sm" mb="md">
      <IconHourglass size={20} stroke={1.6} aria-hidden color="var(--fw-muted)" />
      <div className="fw-grow">
        <Text component="strong" display="block" size="sm" fw={600}>
          {title}
        </Text>
        <Text component="span" size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
      <Button variant="default" size="compact-sm" loading={withdrawing} onClick={withdraw}>
        {t('withdraw')}
      </Button>
    </Group>
  );
}
