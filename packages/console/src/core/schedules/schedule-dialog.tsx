import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { createSchedule, limits, updateSchedule, type Schedule } from '@fairwatch/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useRef, useState, type SubmitEvent } from 'react';
import { call } from '../api/client.ts';
import { Dialog } from '../components/overlays/dialog.tsx';
import { refetchChanged } from '../changes/refetch-changed.ts';
import { CountedTextarea } from '../forms/counted-textarea.tsx';
import { useUnsavedChanges } from '../forms/use-unsaved-changes.ts';
import { useAdminSession } from '../session/session-store.ts';
import { toastPromise } from '../toast/toast.tsx';
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
  type ScheduleProblem,
} from './schedule-draft.ts';
import classes from './schedule-dialog.module.css';
import { TargetFields } from './target-fields.tsx';
import { TimingFields } from './timing-fields.tsx';
import { useScheduleTexts } from './use-schedule-texts.ts';

/** What the parts of the form need. */
export interface FieldsProps {
  draft: ScheduleDraft;
  change: (part: Partial<ScheduleDraft>) => void;
  problems: readonly ScheduleProblem[];
}

interface ScheduleDialogProps extends FirstTarget {
  /** The schedule to change; null for a new one. */
  schedule: Schedule | null;
  close: () => void;
}

/** Creates a schedule or changes one. */
export function ScheduleDialog({ schedule, close, ...target }: ScheduleDialogProps) {
  const { t } = useScheduleTexts();
  const session = useAdminSession();
  const [initial] = useState(() => (schedule === null ? newDraft(session, target) : draftOf(schedule)));
  const [draft, setDraft] = useState(initial);
  const [isSubmitted, setSubmitted] = useState(false);
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const dirty = draft !== initial && !saving;
  const confirmAnd = useUnsavedChanges(dirty);
  const cancel = () => confirmAnd(close);
  const problems = isSubmitted ? problemsOf(draft) : [];
  const change = (part: Partial<ScheduleDraft>) => setDraft((before) => ({ ...before, ...part }));
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setSubmitted(true);
    const [first] = problemsOf(draft);
    const timing = timingOf(draft);
    if (first !== undefined || timing === null) {
      return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    }
    setSaving(true);
    const saved = await toastPromise(save(schedule, draft, timing)).then(
      () => true,
      () => false,
    );
    setSaving(false);
    if (saved) close();
    await refetchChanged('schedules');
  }
  return (
    <Dialog
      title={schedule === null ? t('create') : t('edit', { name: schedule.name })}
      close={cancel}
      dirty={dirty}
      wide
    >
      <form ref={form} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className={classes.hint}>{t('hint')}</p>
        <TextInput
          name="name"
          label={t('name')}
          withAsterisk
          autoComplete="off"
          maxLength={limits.schedule.nameMaxLength}
          value={draft.name}
          error={problems.includes('name') && t('nameMissing')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <CountedTextarea
          name="purpose"
          label={t('purpose')}
          placeholder={t('purposeHint')}
          rows={2}
          dir="auto"
          maxLength={limits.schedule.purposeMaxLength}
          countWords={(count) => t('left', { count })}
          value={draft.purpose}
          error={problems.includes('purpose') ? t('purposeMissing') : undefined}
          onText={(purpose) => change({ purpose })}
        />
        <ActionFields draft={draft} change={change} problems={problems} />
        <TargetFields draft={draft} change={change} problems={problems} initial={initial.target} />
        <TimingFields draft={draft} change={change} problems={problems} />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={saving}>
            {t(schedule === null ? 'confirmCreate' : 'save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

async function save(
  schedule: Schedule | null,
  draft: ScheduleDraft,
  timing: NonNullable<ReturnType<typeof timingOf>>,
): Promise<void> {
  const selection = selectionOf(draft);
  const fields = { name: draft.name.trim(), purpose: draft.purpose.trim(), action: actionOf(draft), timing };
  if (schedule !== null) {
    // A group that stays is not named again, because naming it would be logged as a change of the devices.
    const isKept = selection?.by === 'GROUP' && selection.groupId === schedule.target.group?.id;
    await call(updateSchedule, { scheduleId: schedule.id, ...fields, ...(!isKept && { selection }) });
  } else if (selection !== undefined) {
    await call(createSchedule, { ...fields, selection });
  }
}
