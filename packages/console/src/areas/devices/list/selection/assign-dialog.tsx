import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { assignSelection, nameInFull } from '@fairwatch/contract';
import { Loader, NativeSelect } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useAdminsBelow } from '../../../../shared/admin-accounts/use-admins-below.ts';
import { textOfError } from '../../../../core/api/api-error.ts';
import { call } from '../../../../core/api/client.ts';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { Choice } from '../../../../core/components/buttons/choice.tsx';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { FormButtons } from '../../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { toast } from '../../../../core/toast/toast.tsx';
import type { DialogProps } from './dialog-props.ts';

/** Assigns the selected devices to an admin below the signed-in one, or takes them away. */
export function AssignDialog({ selection, count, close, onDone }: DialogProps) {
  const { t } = useTranslation('selection');
  const admins = useAdminsBelow();
  const [how, setHow] = useState<'give' | 'take'>('give');
  const [userId, setUserId] = useState('');
  const [sending, setSending] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setSending(true);
    try {
      const { data } = await call(assignSelection, { userId: Number(userId), selection, assigned: how === 'give' });
      toast.success(t(how === 'give' ? 'assign.given' : 'assign.taken', { count: data.changed }));
      onDone();
    } catch (error) {
      toast.error(textOfError(error));
      setSending(false);
    }
    await refetchChanged('devices');
  }

  return (
    <Dialog title={t('title.assign', { count })} close={close}>
      {admins === undefined && <Loader size="sm" />}
      {admins !== undefined && (
        <form className="fw-form" onSubmit={(event) => void submit(event)}>
          <Choice
            label={t('assign.how')}
            options={(['give', 'take'] as const).map((value) => ({ value, label: t(`assign.${value}`) }))}
            value={how}
            onChange={setHow}
          />
          <NativeSelect
            label={t('assign.admin')}
            description={t('assign.hint')}
            inputWrapperOrder={['label', 'input', 'description']}
            data={[
              { value: '', label: t(admins.length === 0 ? 'assign.none' : 'assign.choose') },
              ...admins.map((admin) => ({ value: String(admin.id), label: nameInFull(admin) })),
            ]}
            value={userId}
            onChange={({ currentTarget }) => setUserId(currentTarget.value)}
          />
          <FormButtons
            cancelLabel={t('cancel')}
            cancel={close}
            submitLabel={t(`assign.${how}`)}
            saving={sending}
            reason={userId === '' ? t('assign.missing') : null}
          />
        </form>
      )}
    </Dialog>
  );
}
