import { limits, type InputOf, type register } from '@fairwatch/contract';
import { TextInput } from '@mantine/core';
import { useForm } from '../../../core/forms/use-form.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { mailWords } from '../../../core/page-facts/page-facts.ts';
import { checkDetails } from './check-details.ts';
import { MailedCodeStep } from './mailed-code-step.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import type { SentCode } from './use-mailed-code.ts';

interface DetailsStepProps {
  sent: SentCode;
  back: () => void;
  resend: () => Promise<void>;
  finish: (details: Omit<InputOf<typeof register>, 'email'>) => Promise<void>;
}

/** Step 2 of registering: the code from the mail, a username and a password. */
export function DetailsStep({ finish, ...step }: DetailsStepProps) {
  const { t } = useTranslation('register');
  const form = useForm({
    check: (values) => checkDetails(values, t),
    send: ({ code = '', username = '', password = '', confirmPassword = '' }) =>
      finish({ code: code.trim(), username: username.trim(), password, confirmPassword }),
  });
  return (
    <MailedCodeStep
      {...step}
      form={form}
      title={t('verify')}
      subtitle={t(mailWords('sent'), { email: step.sent.email, minutes: limits.verification.lifetimeMs / 60_000 })}
      submitLabel={t('register')}
    >
      <TextInput
        name="username"
        label={t('username')}
        description={t('usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.username.maxLength}
        size="md"
        error={form.problems['username']}
      />
      <NewPasswordFields label={t('password')} problems={form.problems} />
    </MailedCodeStep>
  );
}
