import { limits } from '@fairwatch/contract';
import { TextInput } from '@mantine/core';
import { ResendButton } from '../../../core/forms/resend-button.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import type { SentCode } from './use-mailed-code.ts';

interface CodeFieldProps {
  sent: SentCode;
  resend: () => Promise<void>;
  problem: string | undefined;
}

/** The code from the mail, and the button that sends another one. */
export function CodeField({ sent, resend, problem }: CodeFieldProps) {
  const { t } = useTranslation('register');
  return (
    <>
      <TextInput
        name="code"
        label={t('code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={limits.verification.digits}
        size="md"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the visitor comes back from the mail to type the code
        autoFocus
        error={problem}
      />
      <ResendButton
        resendAt={sent.resendAt}
        resend={resend}
        label={(seconds) => (seconds > 0 ? t('resendIn', { seconds }) : t('resend'))}
      />
    </>
  );
}
