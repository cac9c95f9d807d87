import { deleteSchedule, pauseSchedule, type Schedule } from '@fairwatch/contract';
import { IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { call } from '../../../core/api/client.ts';
import { runChange } from '../../../shared/changes/run-change.ts';
import { DeleteAction } from '../../../core/components/buttons/delete-action.tsx';
import { RowAction } from '../../../core/components/buttons/row-action.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { stateOf } from './schedule-state.ts';

/** Changes, pauses, resumes and deletes a schedule. Those of other admins have no actions. */
export function ScheduleActions({ schedule, edit }: { schedule: Schedule; edit: () => void }) {
  const { t } = useTranslation('schedules');
  const { id: scheduleId, name, paused, mine } = schedule;
  if (!mine) return null;
  return (
    <span className="fw-inline">
      <RowAction icon={IconPencil} label={t('edit', { name })} onClick={edit} />
      {stateOf(schedule) !== 'OVER' && (
        <RowAction
          icon={paused ? IconPlayerPlay : IconPlayerPause}
          label={t(paused ? 'resume' : 'pause', { name })}
          onClick={() => void runChange('schedules', call(pauseSchedule, { scheduleId, paused: !paused }))}
        />
      )}
      <DeleteAction
        label={t('delete', { name })}
        title={t('deleteTitle', { name })}
        text={t('deleteText')}
        confirm={t('deleteConfirm')}
        cancel={t('cancel')}
        onDelete={() => void runChange('schedules', call(deleteSchedule, { scheduleId }))}
      />
    </span>
  );
}
