import { limits, notificationTypes } from '@fairwatch/contract';
import { TextInput } from '@mantine/core';
import { ChoiceField } from '../../core/components/buttons/choice.tsx';
import { Boxes } from '../../core/forms/boxes.tsx';
import { CountedTextarea } from '../../core/forms/counted-textarea.tsx';
import parts from '../../core/forms/form-parts.module.css';
import { Problem } from '../../core/forms/problem.tsx';
import { useAdminSession } from '../../core/session/session-store.ts';
import { permittedUpdates, updateTitle } from '../run-progress/update-titles.ts';
import { permittedActions } from './schedule-draft.ts';
import type { FieldsProps } from './schedule-draft.ts';
import { useScheduleTexts } from './use-schedule-texts.ts';

const { titleMaxLength, messageMaxLength } = limits.notification;

/** What a schedule does: kinds of data to update, or a notification. */
export function ActionFields(props: FieldsProps) {
  const { t } = useScheduleTexts();
  const { draft, change } = props;
  const actions = permittedActions(useAdminSession());
  return (
    <>
      {actions.length > 1 && (
        <ChoiceField
          label={t('action')}
          options={actions.map((value) => ({ value, label: t(`actions.${value}`) }))}
          value={draft.action}
          onChange={(action) => change({ action })}
        />
      )}
      {draft.action === 'UPDATE' ? <Kinds {...props} /> : <Notification {...props} />}
    </>
  );
}

function Kinds({ draft: { commands }, change, problems }: FieldsProps) {
  const { t } = useScheduleTexts();
  const permitted = permittedUpdates(useAdminSession());
  return (
    <fieldset className={parts.set}>
      <legend>{t('commands')}</legend>
      <Boxes
        name="commands"
        options={permitted.map((value) => ({ value, label: updateTitle(value) }))}
        chosen={commands}
        onChange={(chosen) => change({ commands: chosen })}
      />
      {problems.includes('commands') && <Problem text={t('commandsMissing')} />}
    </fieldset>
  );
}

function Notification({ draft, change, problems }: FieldsProps) {
  const { t } = useScheduleTexts();
  return (
    <>
      <TextInput
        name="title"
        label={t('title')}
        withAsterisk
        autoComplete="off"
        maxLength={titleMaxLength}
        value={draft.title}
        error={problems.includes('title') && t('titleMissing')}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <CountedTextarea
        name="message"
        label={t('message')}
        rows={3}
        dir="auto"
        maxLength={messageMaxLength}
        countWords={(count) => t('left', { count })}
        value={draft.message}
        error={problems.includes('message') ? t('messageMissing') : undefined}
        onText={(message) => change({ message })}
      />
      <ChoiceField
        label={t('type')}
        options={notificationTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
        value={draft.type}
        onChange={(type) => change({ type })}
      />
    </>
  );
}
