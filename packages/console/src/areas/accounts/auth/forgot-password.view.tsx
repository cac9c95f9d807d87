import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { LeaveGuard } from '../../../core/forms/leave/leave-guard.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useDocumentTitle } from '../../../core/router/use-document-title.ts';
import { mailWords } from '../../../core/page-facts/page-facts.ts';
import { EmailStep } from './email-step.tsx';
import texts from './forgot-password.texts.json';
import { NewPasswordStep } from './new-password-step.tsx';
import registerTexts from './register.texts.json';
import { useForgotPassword } from './use-forgot-password.ts';

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
