import '@mantine/core/styles/Input.layer.css';
import { changeHands, isReason, limits, type Passcode } from '@fairwatch/contract';
import { Box, Text, TextInput } from '@mantine/core';
import { useRef, useState, type SubmitEvent } from 'react';
import { useCall } from '../../../../core/api/query.ts';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { CountedTextarea } from '../../../../core/forms/counted-textarea.tsx';
import { useUnsavedChanges } from '../../../../core/forms/leave/use-unsaved-changes.ts';
import { FormButtons } from '../../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { startDraft, groundOf, problemsOf, type GroundDraft } from '../../../../shared/enrolment/ground-draft.ts';
import { GroundFields } from '../../../../shared/enrolment/ground-fields.tsx';
import { toastPromise } from '../../../../core/toast/toast.tsx';

/** The device that changes hands. */
export interface HandedDevice {
  deviceId: number;
  deviceName: string;
  /** The username of the person before. */
  person: string;
}

interface ChangeHandsDialogProps {
  device: HandedDevice;
  close: () => void;
  /** Called with the passcode of the new person, once the stay of the one before has ended. */
  onMade: (passcode: Passcode) => void;
}

/** Explains what changing hands does, and asks for the reason, the new person, and the ground of their supervision. */
export function ChangeHandsDialog({ device, close, onMade }: ChangeHandsDialogProps) {
  const { t } = useTranslation('overview');
  const [reason, setReason] = useState('');
  const [name, setName] = useState('');
  const [start] = useState(startDraft);
  const [draft, setDraft] = useState(start);
  const [isSubmitted, setSubmitted] = useState(false);
  const { mutateAsync, isPending } = useCall(changeHands);
  const form = useRef<HTMLFormElement>(null);
  const dirty = (reason !== '' || name !== '' || draft !== start) && !isPending;
  const confirmAnd = useUnsavedChanges(dirty);
  const cancel = () => confirmAnd(close);
  const change = (part: Partial<GroundDraft>) => setDraft((before) => ({ ...before, ...part }));
  const isMissing = (text: string) => isSubmitted && text.trim() === '';
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setSubmitted(true);
    const missing = [...(isReason(reason) ? [] : ['reason']), ...(name.trim() === '' ? ['name'] : [])];
    const [first] = [...missing, ...problemsOf(draft)];
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    const request = mutateAsync({ deviceId: device.deviceId, reason, name, ground: groundOf(draft) });
    const made = await toastPromise(request).catch(() => null);
    if (made !== null) onMade(made.data);
  }
  return (
    <Dialog title={t('hands.title', { name: device.deviceName })} close={cancel} dirty={dirty} wide>
      <form ref={form} className="fw-form" onSubmit={(event) => void submit(event)} noValidate>
        <div>
          <Text size="sm">{t('hands.what', { person: device.person })}</Text>
          <Box component="ul" className="fw-bullets" my="sm">
            {(['told', 'deleted', 'next'] as const).map((part) => (
              <li key={part}>{t(`hands.${part}`)}</li>
            ))}
          </Box>
        </div>
        <CountedTextarea
          name="reason"
          label={t('end.reason')}
          placeholder={t('hands.reasonHint')}
          rows={2}
          dir="auto"
          value={reason}
          maxLength={limits.device.endReasonMaxLength}
          countWords={(count) => t('end.left', { count })}
          error={isSubmitted && !isReason(reason) ? t('end.missing') : undefined}
          onText={setReason}
        />
        <TextInput
          name="name"
          label={t('hands.name')}
          withAsterisk
          autoComplete="off"
          maxLength={limits.passcode.nameMaxLength}
          value={name}
          error={isMissing(name) && t('hands.nameMissing')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <GroundFields draft={draft} change={change} problems={isSubmitted ? problemsOf(draft) : []} />
        <FormButtons
          cancelLabel={t('end.cancel')}
          cancel={cancel}
          submitLabel={t('hands.confirm')}
          saving={isPending}
          isDangerous
        />
      </form>
    </Dialog>
  );
}
