import {
  canAskFor,
  capabilities,
  isReason,
  limits,
  notificationTypes,
  type Capability,
  type RunAction,
  type UpdateCommand,
} from '@fairwatch/contract';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ChoiceField } from '../../../../core/components/buttons/choice.tsx';
import { CountedTextarea } from '../../../../core/forms/counted-textarea.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { permittedUpdates, updateTitle } from '../../../../shared/run-progress/update-titles.ts';
import { useAdminSession, useUsedKinds } from '../../../../core/session/session-store.ts';
import { locateAction } from './permitted-actions.ts';
import { previewedEnd, RunDialog } from './run-dialog.tsx';
import type { DialogProps } from './dialog-props.ts';

/** Updates the chosen kinds of data. */
export function UpdateDialog(props: DialogProps) {
  const { t } = useTranslation('selection');
  const kinds = permittedUpdates(useAdminSession());
  const [commands, setCommands] = useState<UpdateCommand[]>([]);
  const action: RunAction | null = commands.length === 0 ? null : { action: 'UPDATE', commands };
  return (
    <RunDialog
      {...props}
      title={t('title.update', { count: props.count })}
      previewed={action}
      prepare={() => action}
      missing={action === null ? t('update.nothing') : null}
      submit={t('update.submit', { count: commands.length })}
    >
      <Text size="sm">{t('run.what')}</Text>
      <Checkboxes
        label={t('update.kinds')}
        options={kinds.map((value) => ({ value, label: updateTitle(value) }))}
        chosen={commands}
        onChange={setCommands}
      />
    </RunDialog>
  );
}

/** Asks the devices where they are. */
export function LocateDialog(props: DialogProps) {
  const { t } = useTranslation('selection');
  return (
    <RunDialog
      {...props}
      title={t('title.locate', { count: props.count })}
      previewed={locateAction}
      prepare={() => locateAction}
      submit={t('locate.submit')}
    >
      <Text size="sm">{t('run.what')}</Text>
    </RunDialog>
  );
}

const { titleMaxLength, messageMaxLength } = limits.notification;
/** Whether a notification can be sent does not depend on its words. */
const someNotification: RunAction = { action: 'NOTIFY', title: '-', message: '-', type: 'INFO' };

/** Sends a notification to the person of each device. */
export function NotifyDialog(props: DialogProps) {
  const { t } = useTranslation('selection');
  const [draft, setDraft] = useState({ title: '', message: '', type: 'INFO' as (typeof notificationTypes)[number] });
  const [tried, setTried] = useState(false);
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const isMissing = (field: 'title' | 'message') => draft[field].trim() === '';
  const problem = (field: 'title' | 'message') => tried && isMissing(field) && t(`notify.${field}Missing`);
  const prepare = (): RunAction | null => {
    setTried(true);
    if (isMissing('title') || isMissing('message')) return null;
    return { action: 'NOTIFY', type: draft.type, title: draft.title.trim(), message: draft.message.trim() };
  };
  return (
    <RunDialog
      {...props}
      title={t('title.notify', { count: props.count })}
      previewed={someNotification}
      prepare={prepare}
      submit={t('notify.submit')}
      dirty={draft.title !== '' || draft.message !== ''}
    >
      <TextInput
        label={t('notify.title')}
        withAsterisk
        maxLength={titleMaxLength}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of the dialog
        autoFocus
        value={draft.title}
        error={problem('title')}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <CountedTextarea
        label={t('notify.message')}
        rows={4}
        dir="auto"
        maxLength={messageMaxLength}
        countWords={(count) => t('notify.left', { count })}
        value={draft.message}
        error={problem('message')}
        onText={(message) => change({ message })}
      />
      <ChoiceField
        label={t('notify.type')}
        options={notificationTypes.map((value) => ({ value, label: t(`notify.types.${value}`) }))}
        value={draft.type}
        onChange={(type) => change({ type })}
      />
    </RunDialog>
  );
}

/** Asks each person to share what they do not share yet. */
export function AskDialog(props: DialogProps) {
  const { t } = useTranslation('selection');
  const session = useAdminSession();
  const [chosen, setChosen] = useState<Capability[]>([]);
  const askable = useUsedKinds().filter((capability) => canAskFor(session, capability));
  const action: RunAction | null = chosen.length === 0 ? null : { action: 'ASK', capabilities: chosen };
  return (
    <RunDialog
      {...props}
      title={t('title.ask', { count: props.count })}
      previewed={action}
      prepare={() => action}
      missing={action === null ? t('ask.nothing') : null}
      submit={t('ask.submit')}
    >
      <Text size="sm">{t('ask.what')}</Text>
      <Checkboxes
        label={t('ask.kinds')}
        options={askable.map((value) => ({ value, label: capabilities[value].title }))}
        chosen={chosen}
        onChange={setChosen}
      />
    </RunDialog>
  );
}

/** Ends the supervision of the devices, with a reason that their persons read. */
export function EndDialog(props: DialogProps) {
  const { t } = useTranslation('selection');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const prepare = (): RunAction | null => {
    setTried(true);
    return isReason(reason) ? { action: 'END', reason: reason.trim() } : null;
  };
  return (
    <RunDialog
      {...props}
      title={t('title.end', { count: props.count })}
      previewed={previewedEnd}
      prepare={prepare}
      submit={t('end.submit', { count: props.count })}
      cancel={t('end.keep')}
      dirty={reason !== ''}
      isEnding
    >
      <Text size="sm">{t('end.what')}</Text>
      <ul className="fw-bullets">
        {(['told', 'deleted', 'stays'] as const).map((part) => (
          <li key={part}>{t(`end.${part}`)}</li>
        ))}
      </ul>
      <CountedTextarea
        label={t('end.reason')}
        placeholder={t('end.reasonHint')}
        rows={3}
        dir="auto"
        maxLength={limits.device.endReasonMaxLength}
        countWords={(count) => t('end.left', { count })}
        value={reason}
        error={tried && !isReason(reason) && t('end.missing')}
        onText={setReason}
      />
    </RunDialog>
  );
}

interface CheckboxesProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}

/** Checkboxes of which several can be chosen, in the order of the options, with one for all of them. */
function Checkboxes<Value extends string>({ label, options, chosen, onChange }: CheckboxesProps<Value>) {
  const { t } = useTranslation('selection');
  const isAll = chosen.length === options.length;
  const set = (value: Value, on: boolean) =>
    onChange(options.map((option) => option.value).filter((each) => (each === value ? on : chosen.includes(each))));
  return (
    <fieldset className="fw-choices" aria-label={label}>
      <label className="fw-check" style={{ gridColumn: '1 / -1' }}>
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = !isAll && chosen.length > 0;
          }}
          onChange={() => onChange(isAll ? [] : options.map(({ value }) => value))}
        />
        {t('update.all')}
      </label>
      {options.map((option) => (
        <label key={option.value} className="fw-check">
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            onChange={({ currentTarget }) => set(option.value, currentTarget.checked)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
