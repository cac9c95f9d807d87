import { deleteSchedule, pauseSchedule, type Schedule } from '@fairwatch/contract';
import { ActionIcon, Text } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../core/api/client.ts';
import { ConfirmDialog } from '../../core/components/overlays/confirm-dialog.tsx';
import { refetchChanged } from '../../core/changes/refetch-changed.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { toastPromise } from '../../core/toast/toast.tsx';
import { stateOf } from './schedule-state.ts';
import classes from './schedules.module.css';

/** Changes, pauses, resumes and deletes a schedule. Those of other admins have no actions. */
export function ScheduleActions({ schedule, edit }: { schedule: Schedule; edit: () => void }) {
  const { t } = useTranslation('schedules');
  const [confirming, setConfirming] = useState(false);
  const { id: scheduleId, name, paused, mine } = schedule;
  if (!mine) return null;
  const remove = () => {
    setConfirming(false);
    void change(call(deleteSchedule, { scheduleId }));
  };
  return (
    <span className={classes.actions}>
      <Action icon={IconPencil} label={t('edit', { name })} onClick={edit} />
      {stateOf(schedule) !== 'OVER' && (
        <Action
          icon={paused ? IconPlayerPlay : IconPlayerPause}
          label={t(paused ? 'resume' : 'pause', { name })}
          onClick={() => void change(call(pauseSchedule, { scheduleId, paused: !paused }))}
        />
      )}
      <Action icon={IconTrash} label={t('delete', { name })} onClick={() => setConfirming(true)} />
      <ConfirmDialog
        opened={confirming}
        title={t('deleteTitle', { name })}
        confirm={t('deleteConfirm')}
        cancel={t('cancel')}
        onConfirm={remove}
        onCancel={() => setConfirming(false)}
      >
        <Text size="sm">{t('deleteText')}</Text>
      </ConfirmDialog>
    </span>
  );
}

function Action({ icon: Icon, label, onClick }: { icon: TablerIcon; label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

async function change(request: Promise<unknown>): Promise<void> {
  await toastPromise(request).catch(() => undefined);
  await refetchChanged('schedules');
}
