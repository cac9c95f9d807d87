import { deletePasscode, type Passcode } from '@fairwatch/contract';
import { ActionIcon, Text } from '@mantine/core';
import { IconQrcode, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { Can } from '../../../core/components/can.tsx';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import { CopyButton } from '../../../core/components/text/copy-button.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { readable } from '../../../core/components/text/readable-code.ts';

// Lazy, because the QR code needs a library.
const JoinDialog = lazyDialog(async () => (await import('../../../shared/enrolment/join-dialog.tsx')).JoinDialog);

/** The actions of a passcode. A used one cannot be deleted; an expired one can only be deleted. */
export function PasscodeActions({ passcode }: { passcode: Passcode }) {
  const { t } = useTranslation('passcodes');
  const [shown, setShown] = useState(false);
  const { otpCode, state } = passcode;
  const code = readable(otpCode);
  return (
    <span className="fw-inline">
      {state === 'VALID' && (
        <>
          <CopyButton label={t('copy', { code })} text={code} />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('qr', { code })}
            title={t('qr', { code })}
            onClick={() => setShown(true)}
          >
            <IconQrcode size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
      {state !== 'USED' && <DeleteButton id={passcode.id} code={code} />}
      {shown && <JoinDialog passcodes={[passcode]} close={() => setShown(false)} />}
    </span>
  );
}

function DeleteButton({ id, code }: { id: number; code: string }) {
  const { t } = useTranslation('passcodes');
  const [confirming, setConfirming] = useState(false);
  const remove = async () => {
    setConfirming(false);
    await toastPromise(call(deletePasscode, { id })).catch(() => undefined);
    await refetchChanged('passcodes');
  };
  return (
    <Can use={deletePasscode}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('delete', { code })}
        title={t('delete', { code })}
        onClick={() => setConfirming(true)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      <ConfirmDialog
        opened={confirming}
        title={t('deleteTitle', { code })}
        confirm={t('deleteConfirm')}
        cancel={t('cancel')}
        onConfirm={() => void remove()}
        onCancel={() => setConfirming(false)}
      >
        <Text size="sm">{t('deleteText')}</Text>
      </ConfirmDialog>
    </Can>
  );
}
