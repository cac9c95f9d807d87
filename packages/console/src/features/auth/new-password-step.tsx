import { limits, type InputOf, type resetPassword } from '@fairwatch/contract';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../core/forms/use-form.ts';
import { checkCodeAndPassword } from './check-details.ts';
import { CodeField } from './code-field.tsx';
import classes from './login.module.css';
import { mailWords } from './mail-words.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { NoMailNote } from './no-mail-note.tsx';
import type { SentCode } from './use-mailed-code.ts';

interface NewPasswordStepProps {
  sent: SentCode;
  back: () => void;
  resend: () => Promise<void>;
  finish: (details: Omit<InputOf<typeof resetPassword>, 'email'>) => Promise<void>;
}

/** A lost password, step 2: the code from the mail, and the password from now on. */
export function NewPasswordStep({ sent, back, resend, finish }: NewPasswordStepProps) {
  const { t } = useTranslation('forgotPassword');
  const { t: tField } = useTranslation('register');
  const { pending, problems, submit, attempt } = useForm({
    check: (values) => checkCodeAndPassword(values, tField),
    send: ({ code = '', password = '', confirmPassword = '' }) =>
      finish({ code: code.trim(), password, confirmPassword }),
  });
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <div>
        <Title order={1} tabIndex={-1}>
          {t('verify')}
        </Title>
        <Text c="dimmed">
          {t(mailWords('sent'), { email: sent.email, minutes: limits.verification.lifetimeMs / 60_000 })}
        </Text>
      </div>
      <NoMailNote />
      {problems['form'] !== undefined && (
        <div role="alert" className={classes.problem}>
          {problems['form']}
        </div>
      )}
      {/* Password managers keep the new password under this name. */}
      <input type="email" name="email" autoComplete="username" defaultValue={sent.email} hidden readOnly />
      <Stack gap="sm">
        <CodeField sent={sent} resend={() => attempt(resend)} problem={problems['code']} />
        <NewPasswordFields label={t('password')} problems={problems} />
        <Text size="sm" c="dimmed">
          {t('sessions')}
        </Text>
      </Stack>
      <Group grow gap="xs">
        <Button variant="default" size="md" onClick={back}>
          {tField('back')}
        </Button>
        <Button type="submit" size="md" loading={pending}>
          {t('save')}
        </Button>
      </Group>
    </form>
  );
}
