import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useForm, type Problems } from '../../core/forms/use-form.ts';
import classes from './account.module.css';
import { OwnPassword } from './own-password.tsx';

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
      <OwnPassword
        label={t('twoFactor.password')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog was opened for
        autoFocus
        error={problems['password'] ?? problems['form']}
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
