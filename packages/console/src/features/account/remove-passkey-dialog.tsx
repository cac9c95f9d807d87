import { passkeyList, removePasskey, type Passkey } from '@fairwatch/contract';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
import { invalidate } from '../../core/api/query.ts';
import { Dialog } from '../../core/components/dialog.tsx';
import { PasswordStep } from './password-step.tsx';

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  close: () => void;
}

/** Removes a passkey for whoever knows the password. */
export function RemovePasskeyDialog({ passkey: { id, name }, close }: RemovePasskeyDialogProps) {
  const { t } = useTranslation('account');
  async function remove(password: string): Promise<void> {
    await call(removePasskey, { id, password });
    await invalidate(passkeyList);
    close();
  }
  return (
    <Dialog title={t('passkeys.removeTitle', { name })} close={close}>
      <PasswordStep text={t('passkeys.removeText')} go={remove} cancel={close} />
    </Dialog>
  );
}
