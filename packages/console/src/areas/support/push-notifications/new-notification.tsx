import '@mantine/core/styles/Input.layer.css';
import { limits, notificationTypes, type Device } from '@fairwatch/contract';
import { Text, TextInput } from '@mantine/core';
import { useRef, useState, type SubmitEvent } from 'react';
import { ChoiceField } from '../../../core/components/buttons/choice.tsx';
import { LanguageSelect } from '../../../core/components/language-select.tsx';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { deviceName } from '../../../shared/device-feature/device/device-name.ts';
import { CountedTextarea } from '../../../core/forms/counted-textarea.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { FormButtons } from '../../../core/forms/form-buttons.tsx';
import parts from '../../../core/forms/form-parts.module.css';
import type { Draft } from './use-push-notifications.ts';

const { titleMaxLength, messageMaxLength, deliverWithinMs } = limits.notification;
const empty: Draft = { title: '', message: '', type: 'INFO', language: null };

interface NewNotificationProps {
  device: Device | null;
  send: (draft: Draft) => Promise<void>;
  close: () => void;
}

/** Asks for a title, a message and a type. The typed text stays when sending fails. */
export function NewNotification({ device, send, close }: NewNotificationProps) {
  const { t } = useTranslation('push-notifications');
  const [draft, setDraft] = useState(empty);
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTried(true);
    const empty = (['title', 'message'] as const).find((field) => draft[field].trim() === '');
    if (empty !== undefined) return form.current?.querySelector<HTMLElement>(`[name=${empty}]`)?.focus();
    setSending(true);
    await send(draft).then(close, () => setSending(false));
  }
  const dirty = draft.title !== '' || draft.message !== '';
  const confirmLeave = useUnsavedChanges(dirty);
  const cancel = () => confirmLeave(close);
  const missing = (field: 'title' | 'message') => tried && draft[field].trim() === '' && t(`create.${field}Missing`);
  return (
    <Dialog title={t('create.title')} close={cancel} dirty={dirty}>
      <form ref={form} className={parts.form} noValidate onSubmit={(event) => void submit(event)}>
        <Text c="dimmed">
          {device !== null && t('create.to', { device: deviceName(device) })}{' '}
          {device !== null &&
            device.status !== 'Online' &&
            t(`create.away.${device.status}`, { hours: deliverWithinMs / 3_600_000 })}
        </Text>
        <TextInput
          name="title"
          label={t('create.fieldTitle')}
          withAsterisk
          maxLength={titleMaxLength}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of the dialog
          autoFocus
          value={draft.title}
          error={missing('title')}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <CountedTextarea
          name="message"
          label={t('create.fieldMessage')}
          rows={5}
          maxLength={messageMaxLength}
          countWords={(count) => t('create.left', { count })}
          value={draft.message}
          error={missing('message')}
          onText={(message) => change({ message })}
        />
        <ChoiceField
          label={t('create.fieldType')}
          options={notificationTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
          value={draft.type}
          onChange={(type) => change({ type })}
        />
        <LanguageSelect value={draft.language} change={(language) => change({ language })} otherwise="unsaid" />
        <FormButtons cancelLabel={t('create.cancel')} cancel={cancel} submitLabel={t('create.send')} saving={sending} />
      </form>
    </Dialog>
  );
}
