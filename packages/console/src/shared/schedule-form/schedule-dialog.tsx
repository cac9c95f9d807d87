import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { createSchedule, limits, updateSchedule, type Schedule } from '@fairwatch/contract';
import { call } from '../../core/api/client.ts';
import { DraftDialog } from '../draft-form/draft-dialog.tsx';
import { NameAndPurpose } from '../draft-form/name-and-purpose.tsx';
import { useDraftForm } from '../draft-form/use-draft-form.ts';
import { useAdminSession } from '../../core/session/session-store.ts';
import { ActionFields } from './action-fields.tsx';
import {
  actionOf,
  draftOf,
  newDraft,
  problemsOf,
  selectionOf,
  timingOf,
  type FirstTarget,
  type ScheduleDraft,
} from './schedule-draft.ts';
import { TargetFields } from './target-fields.tsx';
import { TimingFields } from './timing-fields.tsx';
import { useScheduleTexts } from './use-schedule-texts.ts';

interface ScheduleDialogProps extends FirstTarget {
  /** The schedule to change; null for a new one. */
  schedule: Schedule | null;
  close: () => void;
}

/** Creates a schedule or changes one. */
export function ScheduleDialog({ schedule, close, ...target }: ScheduleDialogProps) {
  const { t } = useScheduleTexts();
  const session = useAdminSession();
  const form = useDraftForm({
    start: () => (schedule === null ? newDraft(session, target) : draftOf(schedule)),
    problemsOf,
    send: (draft) => save(schedule, draft),
    feature: 'schedules',
    close,
  });
  const { fields, initial } = form;
  return (
    <DraftDialog
      form={form}
      title={schedule === null ? t('create') : t('edit', { name: schedule.name })}
      hint={t('hint')}
      isNew={schedule === null}
    >
      <NameAndPurpose {...fields} limits={limits.schedule} example={t('purposeHint')} />
      <ActionFields {...fields} />
      <TargetFields {...fields} initial={initial.target} />
      <TimingFields {...fields} />
    </DraftDialog>
  );
}

async function save(schedule: Schedule | null, draft: ScheduleDraft): Promise<void> {
  const selection = selectionOf(draft);
  const timing = timingOf(draft);
  // A draft without problems has a timing.
  if (timing === null) return;
  const fields = { name: draft.name.trim(), purpose: draft.purpose.trim(), action: actionOf(draft), timing };
  if (schedule !== null) {
    // A group that stays is not named again, because naming it would be logged as a change of the devices.
    const isKept = selection?.by === 'GROUP' && selection.groupId === schedule.target.group?.id;
    await call(updateSchedule, { scheduleId: schedule.id, ...fields, ...(!isKept && { selection }) });
  } else if (selection !== undefined) {
    await call(createSchedule, { ...fields, selection });
  }
}
