import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { LeaveGuard } from '../../../core/forms/leave/leave-guard.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useDocumentTitle } from '../../../core/router/use-document-title.ts';
import { mailWords } from '../../../core/page-facts/page-facts.ts';
import { EmailStep } from './email-step.tsx';
import texts from './forgot-password.texts.json';
import registerTexts from './register.texts.json';
import { resetPassword, sendPasswordCode, type InputOf, limits } from '@fairwatch/contract';
import { useRouter } from '@tanstack/react-router';
import { call } from '../../../core/api/client.ts';
import { toast } from '../../../core/toast/toast.tsx';
import { useMailedCode, type SentCode } from './use-mailed-code.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { Text } from '@mantine/core';
import { useForm } from '../../../core/forms/use-form.ts';
import { checkCodeAndPassword } from './check-details.ts';
import { MailedCodeStep } from './mailed-code-step.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

addTexts('forgotPassword', texts);
// The fields have the texts of the registration.
addTexts('register', registerTexts);

/** Resets the password by a code that is mailed to the account. */
export function ForgotPasswordView() {
  const { t } = useTranslation('forgotPassword');
  const { atDetails, email, next, back, resend, finish } = useForgotPassword();
  useDocumentTitle(atDetails ? t('verify') : t('title'));
  return (
    <>
      {atDetails ? (
        <NewPasswordStep sent={atDetails} back={back} resend={resend} finish={finish} />
      ) : (
        <EmailStep
          title={t('title')}
          subtitle={t(mailWords('subtitle'))}
          question={t('back')}
          email={email}
          next={next}
        />
      )}
      <LeaveGuard />
    </>
  );
}

type Details = Omit<InputOf<typeof resetPassword>, 'email'>;

/** The state of the two steps that reset a password. Afterwards the visitor signs in with the new one. */
function useForgotPassword() {
  const { t } = useTranslation('forgotPassword');
  const router = useRouter();
  const code = useMailedCode(sendPasswordCode);
  return {
    ...code,
    async finish(details: Details): Promise<void> {
      await call(resetPassword, { email: code.email, ...details });
      toast.success(t('done'));
      // The form is saved, so the guard against unsaved changes is skipped.
      await router.navigate({ ...pageLink('/auth/login'), replace: true, ignoreBlocker: true });
    },
  };
}

interface NewPasswordStepProps {
  sent: SentCode;
  back: () => void;
  resend: () => Promise<void>;
  finish: (details: Omit<InputOf<typeof resetPassword>, 'email'>) => Promise<void>;
}

/** Step 2 of resetting a password: the code from the mail and the new password. */
function NewPasswordStep({ finish, ...step }: NewPasswordStepProps) {
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
