import { limits } from '@fairwatch/contract';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The field in which whoever is signed in proves that it is them. */
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
