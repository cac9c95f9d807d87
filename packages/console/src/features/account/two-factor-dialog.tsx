import { removeTwoFactor, renewRecoveryCodes, startTwoFactor, twoFactor, type OutputOf } from '@fairwatch/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
import { invalidate } from '../../core/api/query.ts';
import { Dialog } from '../../core/components/dialog.tsx';
import type { Proof } from './own-proof.tsx';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ScanStep } from './scan-step.tsx';

/** What somebody wants to do with two-factor sign-in. */
export type TwoFactorWish = 'start' | 'stop' | 'renew';

type Step =
  | { at: 'password' }
  | { at: 'scan'; secret: OutputOf<typeof startTwoFactor> }
  | { at: 'codes'; codes: readonly string[] };

const titles = { password: 'askTitle', scan: 'scanTitle', codes: 'codesTitle' } as const;

/** Each wish begins with the password, and with a code once there is an app; setting up goes on with the app's code and ends with the recovery codes. */
export function TwoFactorDialog({ wish, close }: { wish: TwoFactorWish; close: () => void }) {
  const { t } = useTranslation('account');
  const [step, setStep] = useState<Step>({ at: 'password' });

  async function grant(proof: Proof): Promise<void> {
    if (wish === 'start') {
      setStep({ at: 'scan', secret: (await call(startTwoFactor, { password: proof.password })).data });
      return;
    }
    if (wish === 'renew') return show((await call(renewRecoveryCodes, proof)).data.recoveryCodes);
    await call(removeTwoFactor, proof);
    close();
    await invalidate(twoFactor);
  }

  function show(codes: readonly string[]): void {
    setStep({ at: 'codes', codes });
    void invalidate(twoFactor);
  }

  const title = step.at === 'password' ? t(`twoFactor.askTitle.${wish}`) : t(`twoFactor.${titles[step.at]}`);
  return (
    <Dialog title={title} close={close}>
      {step.at === 'password' && <PasswordStep text={t(`twoFactor.askText.${wish}`)} go={grant} cancel={close} />}
      {step.at === 'scan' && <ScanStep {...step.secret} done={show} cancel={close} />}
      {step.at === 'codes' && <RecoveryCodes codes={step.codes} close={close} />}
    </Dialog>
  );
}
