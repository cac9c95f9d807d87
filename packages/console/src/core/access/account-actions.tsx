import { blockUser, promoteUser, rejectUser, type Admin } from '@fairwatch/contract';
import { Button, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Can } from '../components/can.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { ReasonButton } from '../components/reason-button.tsx';
import { useSession } from '../session/session-store.ts';
import { Opening } from '../shortcuts/opening.tsx';
import classes from './access.module.css';
import { changeAccount } from './change-account.ts';
import { useAccessTexts } from './use-access-texts.ts';

// Few open it, so it comes when somebody does.
const PromoteDialog = lazy(async () => ({ default: (await import('./promote-dialog.tsx')).PromoteDialog }));

type Account = Pick<Admin, 'id' | 'username' | 'adminStatus' | 'blocked' | 'unblockRefusal'>;

/** Promote, for who waits and for non-admins. */
function PromoteButton({ account }: { account: Account }) {
  const { t } = useAccessTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-sm" aria-label={t('promote.of', { name: account.username })} onClick={() => setOpen(true)}>
        {t('promote.button')}
      </Button>
      {open && (
        <Suspense fallback={<Opening />}>
          <PromoteDialog account={account} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface AskedButtonProps {
  account: Account;
  words: 'reject' | 'block';
  act: () => Promise<unknown>;
}

/** A button that asks once before it acts. */
function AskedButton({ account: { username: name }, words, act }: AskedButtonProps) {
  const { t } = useAccessTexts();
  const [asking, setAsking] = useState(false);
  const confirm = () => {
    setAsking(false);
    void act();
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t(`${words}.of`, { name })}
        onClick={() => setAsking(true)}
      >
        {t(`${words}.button`)}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t(`${words}.title`, { name })}
        confirm={t(`${words}.confirm`)}
        cancel={t(`${words}.cancel`)}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        <Text size="sm" className={classes.dialogText}>
          {t(`${words}.text`, { name })}
        </Text>
      </ConfirmDialog>
    </>
  );
}

export function RejectButton({ account }: { account: Account }) {
  return <AskedButton account={account} words="reject" act={() => changeAccount(rejectUser, { userId: account.id })} />;
}

/** Blocks after asking; unblocks at once, unless that is for somebody higher. */
export function BlockButton({ account }: { account: Account }) {
  const { t } = useAccessTexts();
  const { id: userId, username: name, blocked, unblockRefusal } = account;
  const act = () => changeAccount(blockUser, { userId, blocked: !blocked });
  if (!blocked) return <AskedButton account={account} words="block" act={act} />;
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

/** What can be decided about an account, for those who may; nothing about oneself. */
export function AccountActions({ account }: { account: Account }) {
  const { userId } = useSession();
  const { adminStatus, blocked } = account;
  const isAdmin = adminStatus === 'ADMIN' || adminStatus === 'SUPER_ADMIN';
  if (String(account.id) === userId) return null;
  return (
    <Can use={promoteUser}>
      <span className={classes.actions}>
        {!isAdmin && !blocked && <PromoteButton account={account} />}
        {adminStatus === 'PENDING' && <RejectButton account={account} />}
        {adminStatus !== 'PENDING' && <BlockButton account={account} />}
      </span>
    </Can>
  );
}
