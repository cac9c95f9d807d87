import { limits } from '@fairwatch/contract';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

/** The current password, which confirms the signed-in admin's identity. */
export function OwnPassword(props: Pick<PasswordInputProps, 'label' | 'error' | 'autoFocus'>) {
  const { t } = useTranslation('account');
  return (
    <PasswordInput
      {...props}
      name="password"
      autoComplete="current-password"
      maxLength={limits.password.maxLength}
      visibilityToggleButtonProps={{ 'aria-label': t('password.toggle'), tabIndex: 0 }}
    />
  );
}
