import { adminRoleTitles, rejectUser } from '@fairwatch/contract';
import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { BlockButton, RejectButton } from '../../../shared/admin-accounts/account-actions.tsx';
import { changeAccount } from '../../../shared/admin-accounts/change-account.ts';
import { Choice } from '../../../core/components/buttons/choice.tsx';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import type { SectionProps } from './use-admin.ts';

const PromoteDialog = lazyDialog(
  async () => (await import('../../../shared/admin-accounts/promote-dialog.tsx')).PromoteDialog,
);

/** Makes an account Admin or Non Admin, and blocks or unblocks it. */
export function StatusSection({ admin, mayChange }: SectionProps) {
  const { t } = useTranslation('admins');
  const [confirming, setConfirming] = useState<'ADMIN' | 'NON_ADMIN' | null>(null);
  const { id: userId, adminStatus, username: name, blocked, unblockRefusal } = admin;
  const close = () => setConfirming(null);
  const demote = () => {
    close();
    void changeAccount(rejectUser, { userId });
  };
  const value = adminStatus === 'PENDING' ? null : adminStatus === 'NON_ADMIN' ? 'NON_ADMIN' : 'ADMIN';
  const text =
    { PENDING: t('status.waits'), SUPER_ADMIN: t('status.super') }[adminStatus as string] ?? t('status.text');
  return (
    <Card spaced title={t('status.title')} about={text}>
      <Group gap="sm">
        <Choice
          label={t('status.label')}
          disabled={!mayChange}
          options={(['ADMIN', 'NON_ADMIN'] as const).map((each) => ({ value: each, label: adminRoleTitles[each] }))}
          value={value}
          onChange={setConfirming}
        />
        {mayChange && adminStatus === 'PENDING' && <RejectButton account={admin} />}
      </Group>
      <Group gap="sm">
        <span className="fw-grow">
          {t(blocked ? 'block.blocked' : 'block.open')} {unblockRefusal}
        </span>
        {mayChange && <BlockButton account={admin} />}
      </Group>
      {confirming === 'ADMIN' && <PromoteDialog account={admin} close={close} />}
      <ConfirmDialog
        opened={confirming === 'NON_ADMIN'}
        title={t('status.confirmTitle', { name })}
        confirm={t('status.confirm')}
        cancel={t('status.cancel')}
        onConfirm={demote}
        onCancel={close}
      >
        <Text size="sm">{t('status.confirmText', { name })}</Text>
      </ConfirmDialog>
    </Card>
  );
}
