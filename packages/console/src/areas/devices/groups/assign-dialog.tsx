import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { assignGroup, type Group, nameInFull } from '@fairwatch/contract';
import { ActionIcon, Group as Row, NativeSelect, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState, type SubmitEvent } from 'react';
import { useAdminsBelow } from '../../../shared/admin-accounts/use-admins-below.ts';
import { call } from '../../../core/api/client.ts';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { FormButtons } from '../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';

interface AssignDialogProps {
  group: Group;
  close: () => void;
}

/** Lists the admins who have a group, assigns it to others below the signed-in admin, and takes it away. */
export function AssignDialog({ group: { id: groupId, name, admins }, close }: AssignDialogProps) {
  const { t } = useTranslation('groups');
  const others = useAdminsBelow()?.filter(({ id }) => admins.every((admin) => admin.id !== id)) ?? [];
  const [chosen, setChosen] = useState('');
  const [saving, setSaving] = useState(false);

  async function assign(userId: number, assigned: boolean): Promise<void> {
    setSaving(true);
    await toastPromise(call(assignGroup, { groupId, userId, assigned })).catch(() => undefined);
    setChosen('');
    await Promise.all([refetchChanged('groups'), refetchChanged('admins')]);
    setSaving(false);
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void assign(Number(chosen), true);
  };

  return (
    <Dialog title={t('assign.title', { name })} close={close}>
      <form className="fw-form" onSubmit={submit}>
        <Text size="sm" c="dimmed">
          {t('assign.text')}
        </Text>
        {admins.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('assign.none')}
          </Text>
        ) : (
          <ul className="fw-lines" aria-label={t('assign.list')}>
            {admins.map(({ id, name: admin }) => (
              <Row key={id} component="li" justify="space-between" py={4}>
                {admin}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('assign.take', { name: admin })}
                  title={t('assign.take', { name: admin })}
                  disabled={saving}
                  onClick={() => void assign(id, false)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </Row>
            ))}
          </ul>
        )}
        <NativeSelect
          label={t('assign.admin')}
          data={[
            { value: '', label: t(others.length === 0 ? 'assign.noMore' : 'assign.choose') },
            ...others.map((admin) => ({ value: String(admin.id), label: nameInFull(admin) })),
          ]}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <FormButtons
          cancelLabel={t('assign.close')}
          cancel={close}
          submitLabel={t('assign.submit')}
          saving={saving}
          reason={chosen === '' ? t('assign.missing') : null}
        />
      </form>
    </Dialog>
  );
}
