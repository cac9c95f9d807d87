import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { adminList, limits, promoteUser } from '@fairwatch/contract';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../api/query.ts';
import { Dialog } from '../components/dialog.tsx';
import { useSession } from '../session/session-store.ts';
import type { Account } from './account-actions.tsx';
import classes from './access.module.css';
import { changeAccount } from './change-account.ts';
import { useAccessTexts } from './use-access-texts.ts';

/** Whom a new admin can report to: oneself first, then the admins one may act on. */
function useSuperiors(account: Account) {
  const { t } = useAccessTexts();
  const { userId, username } = useSession();
  const { data } = useQuery(query(adminList, { sortBy: 'username', pageSize: limits.page.maxSize }));
  const others = (data?.data ?? []).filter(
    ({ id, adminStatus, blocked }) =>
      (adminStatus === 'ADMIN' || adminStatus === 'SUPER_ADMIN') &&
      !blocked &&
      id !== account.id &&
      String(id) !== userId,
  );
  return [
    { value: userId, label: t('promote.you', { name: username }) },
    ...others.map(({ id, username: name }) => ({ value: String(id), label: name })),
  ];
}

/** Makes an account an admin, and says whom they report to. */
export function PromoteDialog({ account, close }: { account: Account; close: () => void }) {
  const { t } = useAccessTexts();
  const { userId } = useSession();
  const superiors = useSuperiors(account);
  const [reportsTo, setReportsTo] = useState(userId);
  const [saving, setSaving] = useState(false);
  const { id, username: name } = account;
  const save = async () => {
    setSaving(true);
    await changeAccount(promoteUser, { userId: id, reportsTo: Number(reportsTo) });
    close();
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
