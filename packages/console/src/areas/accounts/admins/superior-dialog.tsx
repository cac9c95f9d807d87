import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { changeSuperior, type AdminDetail } from '@fairwatch/contract';
import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { changeAccount } from '../../../shared/admin-accounts/change-account.ts';
import { useSuperiors } from '../../../shared/admin-accounts/use-superiors.ts';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

/** Chooses whom an admin reports to. */
export function SuperiorDialog({ admin, close }: { admin: AdminDetail; close: () => void }) {
  const { t } = useTranslation('admins');
  const superiors = useSuperiors(admin);
  const currentId = String(admin.reportsToId ?? '');
  const [chosen, setChosen] = useState(currentId);
  const [saving, setSaving] = useState(false);
  // The current superior may be an admin whom the signed-in admin cannot choose.
  const isListed = superiors.some(({ value }) => value === currentId);
  const current = { value: currentId, label: admin.reportsTo === '' ? t('superior.nobody') : admin.reportsTo };
  const save = async () => {
    setSaving(true);
    const saved = await changeAccount(changeSuperior, { userId: admin.id, reportsTo: Number(chosen) });
    setSaving(false);
    if (saved) close();
  };
  return (
    <Dialog title={t('superior.dialogTitle', { name: admin.username })} close={close}>
      <NativeSelect
        label={t('superior.label')}
        description={t('superior.hint')}
        inputWrapperOrder={['label', 'input', 'description']}
        data={isListed ? superiors : [current, ...superiors]}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Group mt="lg" gap="xs" justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('superior.cancel')}
        </Button>
        <Button disabled={chosen === currentId} loading={saving} onClick={() => void save()}>
          {t('superior.save')}
        </Button>
      </Group>
    </Dialog>
  );
}
