import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { promoteUser, type Admin } from '@fairwatch/contract';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../../core/components/overlays/dialog.tsx';
import { pageLink } from '../../core/router/page-link.ts';
import { useAdminSession } from '../../core/session/session-store.ts';
import { changeAccount } from './change-account.ts';
import { useAccessTexts } from './use-access-texts.ts';
import { useSuperiors } from './use-superiors.ts';

interface PromoteDialogProps {
  account: Pick<Admin, 'id' | 'username'>;
  close: () => void;
}

/**
 * Promotes an account to admin and sets whom it reports to. Its settings open then, where its access is chosen. The dialog stays open
 * when the server refuses.
 */
export function PromoteDialog({ account, close }: PromoteDialogProps) {
  const { t } = useAccessTexts();
  const { userId } = useAdminSession();
  // Null outside of a router.
  const router = useRouter({ warn: false }) as AnyRouter | null;
  const superiors = useSuperiors(account);
  const [reportsTo, setReportsTo] = useState(userId);
  const [saving, setSaving] = useState(false);
  const { id, username: name } = account;
  const save = async () => {
    setSaving(true);
    const promoted = await changeAccount(promoteUser, { userId: id, reportsTo: Number(reportsTo) });
    setSaving(false);
    if (!promoted) return;
    close();
    void router?.navigate(pageLink('/role-management/user/settings/$id', { params: { id } }));
  };
  return (
    <Dialog title={t('promote.title', { name })} close={close}>
      <Text size="sm" mb="md">
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
