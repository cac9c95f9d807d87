import { changeEmail, limits, sendEmailCode } from '@fairwatch/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
import { Dialog } from '../../core/components/dialog.tsx';
import { ResendButton } from '../../core/forms/resend-button.tsx';
import { useForm, type Problems } from '../../core/forms/use-form.ts';
import { useUnsavedChanges } from '../../core/forms/use-unsaved-changes.ts';
import { loadProfile } from '../../core/session/load-profile.ts';
import { mailWords } from '../../core/session/mail-words.ts';
import { toast } from '../../core/toast/toast.tsx';
import classes from './account.module.css';
import { OwnPassword } from './own-password.tsx';
import { Problem } from '../../core/forms/problem.tsx';

/** To which address a code went, and what the next one takes. */
interface Sent {
  email: string;
  password: string;
  resendAt: number;
}

async function send(email: string, password: string): Promise<Sent> {
  const { data } = await call(sendEmailCode, { email, password });
  return { email, password, resendAt: Date.now() + data.resendAfterSeconds * 1000 };
}

/** Changes the own address: first where a code is sent, then the code. */
export function EmailDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('account');
  const [sent, setSent] = useState<Sent | null>(null);
  const [typed, setTyped] = useState(false);
  const [done, setDone] = useState(false);
  // Whoever closes it while a code is on its way would have to ask for another.
  const dirty = !done && (typed || sent !== null);
  const leaving = useUnsavedChanges(dirty);
  const cancel = () => leaving(close);
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
    <form onSubmit={submit} onInput={track} noValidate className={classes.form}>
      <p className={classes.hint}>{t(mailWords('email.hint'))}</p>
      <Problem text={problems['form']} />
      <TextInput
        name="email"
        type="email"
        label={t('email.address')}
        autoComplete="email"
        maxLength={limits.email.maxLength}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog was opened for
        autoFocus
        error={problems['email']}
      />
      <OwnPassword label={t('email.password')} error={problems['password']} />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={cancel}>
          {t('email.cancel')}
        </Button>
        <Button type="submit" loading={pending}>
          {t('email.send')}
        </Button>
      </Group>
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
    <form onSubmit={submit} noValidate className={classes.form}>
      <p className={classes.hint}>
        {t(mailWords('email.sent'), { email, minutes: limits.verification.lifetimeMs / 60_000 })}
      </p>
      <Problem text={problems['form']} />
      <TextInput
        name="code"
        label={t('email.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={limits.verification.digits}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is what one comes back with
        autoFocus
        error={problems['code']}
      />
      <ResendButton
        resendAt={resendAt}
        resend={() => attempt(async () => resent(await send(email, password)))}
        label={(seconds) => (seconds > 0 ? t('email.resendIn', { seconds }) : t('email.resend'))}
      />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={cancel}>
          {t('email.cancel')}
        </Button>
        <Button type="submit" loading={pending}>
          {t('email.save')}
        </Button>
      </Group>
    </form>
  );
}
