import { limits, type InputOf, type register } from '@fairwatch/contract';
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../core/forms/use-unsaved-changes.ts';
import { checkDetails } from './check-details.ts';
import { CodeField } from './code-field.tsx';
import classes from './login.module.css';
import { mailWords } from './mail-words.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { NoMailNote } from './no-mail-note.tsx';
import { useForm } from '../../core/forms/use-form.ts';
import type { SentCode } from './use-mailed-code.ts';

interface DetailsStepProps {
  sent: SentCode;
  back: () => void;
  resend: () => Promise<void>;
  finish: (details: Omit<InputOf<typeof register>, 'email'>) => Promise<void>;
}

/** Registering, step 2: the code from the mail, and how to sign in from now on. */
export function DetailsStep({ sent, back, resend, finish }: DetailsStepProps) {
  const { t } = useTranslation('register');
  const { pending, problems, dirty, submit, track, attempt } = useForm({
    check: (values) => checkDetails(values, t),
    send: ({ code = '', username = '', password = '', confirmPassword = '' }) =>
      finish({ code: code.trim(), username: username.trim(), password, confirmPassword }),
  });
  const leaving = useUnsavedChanges(dirty);
  return (
    <form onSubmit={submit} onInput={track} noValidate className={classes.form}>
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
      <Stack gap="sm">
        <CodeField sent={sent} resend={() => attempt(resend)} problem={problems['code']} />
        <TextInput
          name="username"
          label={t('username')}
          description={t('usernameHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.username.maxLength}
          size="md"
          error={problems['username']}
        />
        <NewPasswordFields label={t('password')} problems={problems} />
      </Stack>
      <Group grow gap="xs">
        <Button variant="default" size="md" onClick={() => leaving(back)}>
          {t('back')}
        </Button>
        <Button type="submit" size="md" loading={pending}>
          {t('register')}
        </Button>
      </Group>
    </form>
  );
}
