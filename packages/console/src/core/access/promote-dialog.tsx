import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { promoteUser, type Admin } from '@fairwatch/contract';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { useSession } from '../session/session-store.ts';
import classes from './access.module.css';
import { changeAccount } from './change-account.ts';
import { useAccessTexts } from './use-access-texts.ts';
import { useSuperiors } from './use-superiors.ts';

interface PromoteDialogProps {
  account: Pick<Admin, 'id' | 'username'>;
  close: () => void;
}

/** Makes an account an admin, and says whom they report to. It stays open when that was refused. */
export function PromoteDialog({ account, close }: PromoteDialogProps) {
  const { t } = useAccessTexts();
  const { userId } = useSession();
  const superiors = useSuperiors(account);
  const [reportsTo, setReportsTo] = useState(userId);
  const [saving, setSaving] = useState(false);
  const { id, username: name } = account;
  const save = async () => {
    setSaving(true);
    const promoted = await changeAccount(promoteUser, { userId: id, reportsTo: Number(reportsTo) });
    setSaving(false);
    if (promoted) close();
  };
  return (
    <Dialog title={t('promote.title', { name })} close={close}>
      <Text size="sm" mb="md" className={classes.dialogText}>
        {t('promote.text', { name })}
      </Text>
      <NativeSelect
        label={t('promote.reportsTo')}
        description={t('promote.hint')}
        inputWrapperOrder={['label', 'input', 'description']}
        data={superiors}
        value={reportsTo}
        onChange={({ currentTarget }) => setReportsTo(currentTarget.value)}
      />
      <Group mt="lg" gap="xs" justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('promote.cancel')}
        </Button>
        <Button loading={saving} onClick={() => void save()}>
          {t('promote.save')}
        </Button>
      </Group>
    </Dialog>
  );
}
