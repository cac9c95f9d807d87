import {
  removeTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  twoFactor,
  type OutputOf,
  confirmTwoFactor,
} from '@fairwatch/contract';
import { useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { invalidate } from '../../../core/api/query.ts';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import type { Proof } from './own-proof.tsx';
import { PasswordStep } from './own-proof.tsx';
import { Group, Text, TextInput, Box, Button, Stack } from '@mantine/core';
import { CopyButton } from '../../../core/components/text/copy-button.tsx';
import { QrCode } from '../../../core/components/qr-code.tsx';
import { useForm, type Problems } from '../../../core/forms/use-form.ts';
import { FormButtons } from '../../../core/forms/form-buttons.tsx';

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

interface ScanStepProps {
  secret: string;
  uri: string;
  done: (recoveryCodes: readonly string[]) => void;
  cancel: () => void;
}

/** Shows the secret for the authenticator app, and asks for a first code as proof that the app has it. */
function ScanStep({ secret, uri, done, cancel }: ScanStepProps) {
  const { t } = useTranslation('account');
  const { pending, problems, submit } = useForm({
    check: ({ code = '' }): Problems => (/^\d{6}$/.test(code.trim()) ? {} : { code: t('twoFactor.codeMissing') }),
    send: async ({ code = '' }) => done((await call(confirmTwoFactor, { code: code.trim() })).data.recoveryCodes),
  });
  return (
    <form onSubmit={submit} noValidate className="fw-form">
      <QrCode text={uri} label={t('twoFactor.qr')} />
      <Text c="dimmed">{t('twoFactor.scanText')}</Text>
      <Group gap={4} wrap="nowrap" className="fw-code">
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton label={t('twoFactor.copyKey')} text={secret} />
      </Group>
      <TextInput
        name="code"
        label={t('twoFactor.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of this step
        autoFocus
        error={problems['code'] ?? problems['form']}
      />
      <FormButtons
        cancelLabel={t('twoFactor.cancel')}
        cancel={cancel}
        submitLabel={t('twoFactor.confirm')}
        saving={pending}
      />
    </form>
  );
}

/** The recovery codes, which are shown only once. */
function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const { t } = useTranslation('account');
  return (
    <Stack gap="sm">
      <Text c="dimmed">{t('twoFactor.codesText')}</Text>
      <Box component="ul" className="fw-sunken fw-code" style={{ columns: 2 }}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Group gap="xs" justify="space-between">
        <CopyButton label={t('twoFactor.copyCodes')} text={codes.join('\n')} />
        <Button onClick={close}>{t('twoFactor.codesDone')}</Button>
      </Group>
    </Stack>
  );
}
