import { passkeyList, removePasskey, type Passkey } from '@fairwatch/contract';
import { call } from '../../../core/api/client.ts';
import { invalidate } from '../../../core/api/query.ts';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import type { Proof } from './own-proof.tsx';
import { PasswordStep } from './password-step.tsx';

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  close: () => void;
}

/** Removes a passkey after the admin has confirmed their identity. */
export function RemovePasskeyDialog({ passkey: { id, name }, close }: RemovePasskeyDialogProps) {
  const { t } = useTranslation('account');
  async function remove(proof: Proof): Promise<void> {
    await call(removePasskey, { id, ...proof });
    await invalidate(passkeyList);
    close();
  }
  return (
    <Dialog title={t('passkeys.removeTitle', { name })} close={close}>
      <PasswordStep text={t('passkeys.removeText')} onProof={remove} cancel={close} />
    </Dialog>
  );
}
