import { limits, type InputOf, type register } from '@fairwatch/contract';
import { Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../core/forms/use-unsaved-changes.ts';
import { checkDetails } from './check-details.ts';
import classes from './login.module.css';
import { ResendButton } from '../../core/forms/resend-button.tsx';
import { useForm } from '../../core/forms/use-form.ts';
import type { SentCode } from './use-register.ts';

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
  const passwordField = {
    autoComplete: 'new-password',
    maxLength: limits.password.maxLength,
    size: 'md',
    visibilityToggleButtonProps: { 'aria-label': t('togglePassword'), tabIndex: 0 },
  } as const;
  return (
    <form onSubmit={submit} onInput={track} noValidate className={classes.form}>
      <div>
        <Title order={1} tabIndex={-1}>
          {t('verify')}
        </Title>
        <Text c="dimmed">{t('sent', { email: sent.email, minutes: limits.verification.lifetimeMs / 60_000 })}</Text>
      </div>
      {problems['form'] !== undefined && (
        <div role="alert" className={classes.problem}>
          {problems['form']}
        </div>
      )}
      <Stack gap="sm">
        <TextInput
          name="code"
          label={t('code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={limits.verification.digits}
          size="md"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is what the visitor comes back with
          autoFocus
          error={problems['code']}
        />
        <ResendButton
          resendAt={sent.resendAt}
          resend={() => attempt(resend)}
          label={(seconds) => (seconds > 0 ? t('resendIn', { seconds }) : t('resend'))}
        />
        <TextInput
          name="username"
          label={t('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.username.maxLength}
          size="md"
          error={problems['username']}
        />
        <PasswordInput
          {...passwordField}
          name="password"
          label={t('password')}
          description={t('passwordHint', { min: limits.password.minLength })}
          error={problems['password']}
        />
        <PasswordInput
          {...passwordField}
          name="confirmPassword"
          label={t('confirmPassword')}
          error={problems['confirmPassword']}
        />
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
