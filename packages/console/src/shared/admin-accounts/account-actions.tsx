import { blockUser, promoteUser, rejectUser, type Admin } from '@fairwatch/contract';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Can } from '../../core/components/can.tsx';
import { ConfirmDialog } from '../../core/components/overlays/confirm-dialog.tsx';
import { ReasonButton } from '../../core/components/buttons/reason-button.tsx';
import { useAdminSession } from '../../core/session/session-store.ts';
import { lazyDialog } from '../../core/shortcuts/opening.tsx';
import { changeAccount } from './change-account.ts';
import { useAccessTexts } from './use-access-texts.ts';

// Lazy, because few admins promote accounts.
const PromoteDialog = lazyDialog(async () => (await import('./promote-dialog.tsx')).PromoteDialog);

type Account = Pick<Admin, 'id' | 'username' | 'adminStatus' | 'blocked' | 'unblockRefusal'>;

/** Opens the dialog that promotes a pending account or a non-admin. */
function PromoteButton({ account }: { account: Account }) {
  const { t } = useAccessTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-sm" aria-label={t('promote.of', { name: account.username })} onClick={() => setOpen(true)}>
        {t('promote.button')}
      </Button>
      {open && <PromoteDialog account={account} close={() => setOpen(false)} />}
    </>
  );
}

interface ConfirmedButtonProps {
  account: Account;
  words: 'reject' | 'block';
  act: () => Promise<unknown>;
}

/** A button that asks for confirmation before it acts. */
function ConfirmedButton({ account: { username: name }, words, act }: ConfirmedButtonProps) {
  const { t } = useAccessTexts();
  const [isConfirming, setIsConfirming] = useState(false);
  const confirm = () => {
    setIsConfirming(false);
    void act();
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t(`${words}.of`, { name })}
        onClick={() => setIsConfirming(true)}
      >
        {t(`${words}.button`)}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={t(`${words}.title`, { name })}
        confirm={t(`${words}.confirm`)}
        cancel={t(`${words}.cancel`)}
        onConfirm={confirm}
        onCancel={() => setIsConfirming(false)}
      >
        <Text size="sm">{t(`${words}.text`, { name })}</Text>
      </ConfirmDialog>
    </>
  );
}

export function RejectButton({ account }: { account: Account }) {
  return (
    <ConfirmedButton account={account} words="reject" act={() => changeAccount(rejectUser, { userId: account.id })} />
  );
}

/** Blocks an account after a confirmation, or unblocks it without one. Disabled when only a higher admin may unblock it. */
export function BlockButton({ account }: { account: Account }) {
  const { t } = useAccessTexts();
  const { id: userId, username: name, blocked, unblockRefusal } = account;
  const act = () => changeAccount(blockUser, { userId, blocked: !blocked });
  if (!blocked) return <ConfirmedButton account={account} words="block" act={act} />;
  return (
    <ReasonButton
      size="compact-sm"
      variant="default"
      aria-label={t('block.unblockOf', { name })}
      reason={unblockRefusal === '' ? null : unblockRefusal}
      onClick={() => void act()}
    >
      {t('block.unblock')}
    </ReasonButton>
  );
}

/** The buttons that promote, reject, block or unblock an account. Renders nothing without the permission or for the admin's own account. */
export function AccountActions({ account }: { account: Account }) {
  const { userId } = useAdminSession();
  const { adminStatus, blocked } = account;
  const isAdmin = adminStatus === 'ADMIN' || adminStatus === 'SUPER_ADMIN';
  if (String(account.id) === userId) return null;
  return (
    <Can use={promoteUser}>
      <span className="fw-inline">
        {!isAdmin && !blocked && <PromoteButton account={account} />}
        {adminStatus === 'PENDING' && <RejectButton account={account} />}
        {adminStatus !== 'PENDING' && <BlockButton account={account} />}
      </span>
    </Can>
  );
}
