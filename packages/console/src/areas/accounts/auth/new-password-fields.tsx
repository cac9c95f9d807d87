import { limits } from '@fairwatch/contract';
import { PasswordInput } from '@mantine/core';
import type { Problems } from '../../../core/forms/use-form.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

/** The fields of a new password and its confirmation. */
export function NewPasswordFields({ label, problems }: { label: string; problems: Problems }) {
  const { t } = useTranslation('register');
  const field = {
    autoComplete: 'new-password',
    maxLength: limits.password.maxLength,
    size: 'md',
    visibilityToggleButtonProps: { 'aria-label': t('togglePassword'), tabIndex: 0 },
  } as const;
  return (
    <>
      <PasswordInput
        {...field}
        name="password"
        label={label}
        description={t('passwordHint', { min: limits.password.minLength })}
        error={problems['password']}
      />
      <PasswordInput
        {...field}
        name="confirmPassword"
        label={t('confirmPassword')}
        error={problems['confirmPassword']}
      />
    </>
  );
}
