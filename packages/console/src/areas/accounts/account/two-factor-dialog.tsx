import { removeTwoFactor, renewRecoveryCodes, startTwoFactor, twoFactor, type OutputOf } from '@fairwatch/contract';
import { useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { invalidate } from '../../../core/api/query.ts';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import type { Proof } from './own-proof.tsx';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ScanStep } from './scan-step.tsx';

/** What the dialog does: turn two-factor sign-in on or off, or renew the recovery codes. */
export type TwoFactorAction = 'start' | 'stop' | 'renew';

type Step =
  | { at: 'password' }
  | { at: 'scan'; secret: OutputOf<typeof startTwoFactor> }
  | { at: 'codes'; codes: readonly string[] };

const titles = { password: 'askTitle', scan: 'scanTitle', codes: 'codesTitle' } as const;

/** Starts each action with a proof of identity. Setting up continues with a code of the app and ends with the recovery codes. */
export function TwoFactorDialog({ action, close }: { action: TwoFactorAction; close: () => void }) {
  const { t } = useTranslation('account');
  const [step, setStep] = useState<Step>({ at: 'password' });

  async function continueWith(proof: Proof): Promise<void> {
    if (action === 'start') {
      setStep({ at: 'scan', secret: (await call(startTwoFactor, { password: proof.password })).data });
      return;
    }
    if (action === 'renew') return showCodes((await call(renewRecoveryCodes, proof)).data.recoveryCodes);
    await call(removeTwoFactor, proof);
    close();
    await invalidate(twoFactor);
  }

  function showCodes(codes: readonly string[]): void {
    setStep({ at: 'codes', codes });
    void invalidate(twoFactor);
  }

  const title = step.at === 'password' ? t(`twoFactor.askTitle.${action}`) : t(`twoFactor.${titles[step.at]}`);
  return (
    <Dialog title={title} close={close}>
      {step.at === 'password' && (
        <PasswordStep text={t(`twoFactor.askText.${action}`)} onProof={continueWith} cancel={close} />
      )}
      {step.at === 'scan' && <ScanStep {...step.secret} done={showCodes} cancel={close} />}
      {step.at === 'codes' && <RecoveryCodes codes={step.codes} close={close} />}
    </Dialog>
  );
}
