import { isReason, limits, type Device } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { deviceName } from '../../../../shared/device-feature/device/device-name.ts';
import { CountedTextarea } from '../../../../core/forms/counted-textarea.tsx';
import { useUnsavedChanges } from '../../../../core/forms/leave/use-unsaved-changes.ts';
import { FormButtons } from '../../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';

interface EndDeviceDialogProps {
  device: Device;
  /** Rejects on failure; the dialog then stays open with the typed reason. */
  end: (reason: string) => Promise<void>;
  close: () => void;
}

/** Explains what ending a device does, and requires a reason. */
export function EndDeviceDialog({ device, end, close }: EndDeviceDialogProps) {
  const { t } = useTranslation('overview');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [ending, setEnding] = useState(false);
  const dirty = reason !== '' && !ending;
  const confirmLeave = useUnsavedChanges(dirty);
  const cancel = () => confirmLeave(close);
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (!isReason(reason)) return setMissing(true);
    setEnding(true);
    await end(reason.trim()).catch(() => setEnding(false));
  }
  return (
    <Dialog title={t('end.title', { name: deviceName(device) })} close={cancel} dirty={dirty}>
      <form className="fw-form" onSubmit={(event) => void submit(event)} noValidate>
        <Text size="sm">{t('end.what', { person: device.displayName })}</Text>
        <ul className="fw-bullets">
          {(['told', 'deleted', 'stops', 'stays', 'again'] as const).map((part) => (
            <li key={part}>{t(`end.${part}`)}</li>
          ))}
        </ul>
        <CountedTextarea
          label={t('end.reason')}
          placeholder={t('end.reasonHint')}
          rows={3}
          dir="auto"
          value={reason}
          maxLength={limits.device.endReasonMaxLength}
          countWords={(count) => t('end.left', { count })}
          error={missing ? t('end.missing') : undefined}
          onText={(text) => {
            setReason(text);
            setMissing(false);
          }}
        />
        <FormButtons
          cancelLabel={t('end.cancel')}
          cancel={cancel}
          submitLabel={t('end.confirm')}
          saving={ending}
          isDangerous
        />
      </form>
    </Dialog>
  );
}
