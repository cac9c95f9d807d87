import { changeEmail, limits, sendEmailCode } from '@fairwatch/contract';
import { Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { ResendButton } from '../../../core/forms/resend-button.tsx';
import { useForm, type Problems } from '../../../core/forms/use-form.ts';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { FormButtons } from '../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { loadProfile } from '../../../shared/sign-in/load-profile.ts';
import { mailWords } from '../../../core/page-facts/page-facts.ts';
import { toast } from '../../../core/toast/toast.tsx';
import { Problem } from '../../../core/forms/problem.tsx';
import { OwnPassword } from './own-proof.tsx';

/** A code that was sent, with what is needed to request the next one. */
interface Sent {
  email: string;
  password: string;
  resendAt: number;
}

async function send(email: string, password: string): Promise<Sent> {
  const { data } = await call(sendEmailCode, { email, password });
  return { email, password, resendAt: Date.now() + data.resendAfterSeconds * 1000 };
}

/** Changes the admin's email address in two steps: the new address, then the code that was mailed to it. */
export function EmailDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('account');
  const [sent, setSent] = useState<Sent | null>(null);
  const [typed, setTyped] = useState(false);
  const [done, setDone] = useState(false);
  // Closing the dialog discards the code that was sent, so it asks for confirmation first.
  const dirty = !done && (typed || sent !== null);
  const confirmLeave = useUnsavedChanges(dirty);
  const cancel = () => confirmLeave(close);
  const finish = () => {
    setDone(true);
    close();
  };
  return (
    <Dialog title={t(sent === null ? 'email.title' : 'email.codeTitle')} close={cancel} dirty={dirty}>
      {sent === null ? (
        <AddressStep sent={setSent} onTyped={setTyped} cancel={cancel} />
      ) : (
        <CodeStep sent={sent} resent={setSent} cancel={cancel} finish={finish} />
      )}
    </Dialog>
  );
}

interface AddressStepProps {
  sent: (sent: Sent) => void;
  onTyped: (typed: boolean) => void;
  cancel: () => void;
}

function AddressStep({ sent, onTyped, cancel }: AddressStepProps) {
  const { t } = useTranslation('account');
  const { pending, problems, dirty, submit, track } = useForm({
    check: ({ email = '', password = '' }): Problems => ({
      ...(!/^\S+@\S+\.\S+$/.test(email.trim()) && { email: t('email.wrong') }),
      ...(password === '' && { password: t('password.missing') }),
    }),
    send: async ({ email = '', password = '' }) => sent(await send(email.trim(), password)),
  });
  useEffect(() => onTyped(dirty), [onTyped, dirty]);
  return (
    <form onSubmit={submit} onInput={track} noValidate className="fw-form">
      <Text c="dimmed">{t(mailWords('email.hint'))}</Text>
      <Problem text={problems['form']} />
      <TextInput
        name="email"
        type="email"
        label={t('email.address')}
        autoComplete="email"
        maxLength={limits.email.maxLength}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field that the dialog was opened for
        autoFocus
        error={problems['email']}
      />
      <OwnPassword label={t('email.password')} error={problems['password']} />
      <FormButtons cancelLabel={t('email.cancel')} cancel={cancel} submitLabel={t('email.send')} saving={pending} />
    </form>
  );
}

interface CodeStepProps {
  sent: Sent;
  resent: (sent: Sent) => void;
  cancel: () => void;
  finish: () => void;
}

function CodeStep({ sent: { email, password, resendAt }, resent, cancel, finish }: CodeStepProps) {
  const { t } = useTranslation('account');
  const { pending, problems, submit, attempt } = useForm({
    check: ({ code = '' }): Problems => (/^\d{6}$/.test(code.trim()) ? {} : { code: t('email.codeWrong') }),
    send: async ({ code = '' }) => {
      await call(changeEmail, { email, code: code.trim() });
      await loadProfile();
      toast.success(t(mailWords('email.changed')));
      finish();
    },
  });
  return (
    <form onSubmit={submit} noValidate className="fw-form">
      <Text c="dimmed">{t(mailWords('email.sent'), { email, minutes: limits.verification.lifetimeMs / 60_000 })}</Text>
      <Problem text={problems['form']} />
      <TextInput
        name="code"
        label={t('email.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={limits.verification.digits}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the admin comes back from the mail to type the code
        autoFocus
        error={problems['code']}
      />
      <ResendButton
        resendAt={resendAt}
        resend={() => attempt(async () => resent(await send(email, password)))}
        label={(seconds) => (seconds > 0 ? t('email.resendIn', { seconds }) : t('email.resend'))}
      />
      <FormButtons cancelLabel={t('email.cancel')} cancel={cancel} submitLabel={t('email.save')} saving={pending} />
    </form>
  );
}
