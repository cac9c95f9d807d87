import { resetSignIn } from '@fairwatch/contract';
import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { changeAccount } from '../../../shared/admin-accounts/change-account.ts';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import type { SectionProps } from './use-admin.ts';

/** Shows the two-factor sign-in and passkeys of an account, and resets them when their owner has lost them. */
export function ProtectionSection({ admin, mayChange }: SectionProps) {
  const { t } = useTranslation('admins');
  const [confirming, setConfirming] = useState(false);
  const { id: userId, username: name, twoFactor, passkeys, signInRefusal } = admin;
  const hasAny = twoFactor || passkeys > 0;
  const reset = () => {
    setConfirming(false);
    void changeAccount(resetSignIn, { userId });
  };
  return (
    <Card spaced title={t('protection.title')} about={t('protection.text')}>
      <Group gap="sm">
        <span className="fw-grow">
          {t(twoFactor ? 'protection.twoFactorOn' : 'protection.twoFactorOff')}{' '}
          {t('protection.passkeys', { count: passkeys })}
        </span>
        {mayChange && hasAny && (
          <ReasonButton
            size="compact-sm"
            variant="default"
            aria-label={t('protection.resetOf', { name })}
            reason={signInRefusal === '' ? null : signInRefusal}
            onClick={() => setConfirming(true)}
          >
            {t('protection.reset')}
          </ReasonButton>
        )}
      </Group>
      <ConfirmDialog
        opened={confirming}
        title={t('protection.confirmTitle', { name })}
        confirm={t('protection.confirm')}
        cancel={t('protection.cancel')}
        onConfirm={reset}
        onCancel={() => setConfirming(false)}
      >
        <Text size="sm">{t('protection.confirmText', { name })}</Text>
      </ConfirmDialog>
    </Card>
  );
}
