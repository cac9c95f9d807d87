import { limits } from '@fairwatch/contract';
import { Button, Group, PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useForm, type Problems } from '../../core/forms/use-form.ts';
import classes from './account.module.css';

interface PasswordStepProps {
  text: string;
  go: (password: string) => Promise<void>;
  cancel: () => void;
}

/** Asks for the password again. */
export function PasswordStep({ text, go, cancel }: PasswordStepProps) {
  const { t } = useTranslation('account');
  const { pending, problems, submit } = useForm({
    check: ({ password = '' }): Problems => (password === '' ? { password: t('password.missing') } : {}),
    send: ({ password = '' }) => go(password),
  });
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <p className={classes.hint}>{text}</p>
      <PasswordInput
        name="password"
        label={t('twoFactor.password')}
        autoComplete="current-password"
        maxLength={limits.password.maxLength}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog was opened for
        autoFocus
        error={problems['password'] ?? problems['form']}
        visibilityToggleButtonProps={{ 'aria-label': t('password.toggle'), tabIndex: 0 }}
      />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={cancel}>
          {t('twoFactor.cancel')}
        </Button>
        <Button type="submit" loading={pending}>
          {t('twoFactor.go')}
        </Button>
      </Group>
    </form>
  );
}
