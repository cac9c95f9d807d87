import { limits, type InputOf, type resetPassword } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { useForm } from '../../../core/forms/use-form.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { mailWords } from '../../../core/page-facts/page-facts.ts';
import { checkCodeAndPassword } from './check-details.ts';
import { MailedCodeStep } from './mailed-code-step.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import type { SentCode } from './use-mailed-code.ts';

interface NewPasswordStepProps {
  sent: SentCode;
  back: () => void;
  resend: () => Promise<void>;
  finish: (details: Omit<InputOf<typeof resetPassword>, 'email'>) => Promise<void>;
}

/** Step 2 of resetting a password: the code from the mail and the new password. */
export function NewPasswordStep({ finish, ...step }: NewPasswordStepProps) {
  const { t } = useTranslation('forgotPassword');
  const { t: tField } = useTranslation('register');
  const { email } = step.sent;
  const form = useForm({
    check: (values) => checkCodeAndPassword(values, tField),
    send: ({ code = '', password = '', confirmPassword = '' }) =>
      finish({ code: code.trim(), password, confirmPassword }),
  });
  return (
    <MailedCodeStep
      {...step}
      form={form}
      title={t('verify')}
      subtitle={t(mailWords('sent'), { email, minutes: limits.verification.lifetimeMs / 60_000 })}
      submitLabel={t('save')}
    >
      {/* Password managers store the new password under this username. */}
      <input type="email" name="email" autoComplete="username" defaultValue={email} hidden readOnly />
      <NewPasswordFields label={t('password')} problems={form.problems} />
      <Text size="sm" c="dimmed">
        {t('sessions')}
      </Text>
    </MailedCodeStep>
  );
}
