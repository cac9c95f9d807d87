import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../core/forms/leave-guard.tsx';
import { addTexts } from '../../core/i18n/i18n.ts';
import { useDocumentTitle } from '../../core/router/use-document-title.ts';
import { DetailsStep } from './details-step.tsx';
import { EmailStep } from './email-step.tsx';
import texts from './register.texts.json';
import { useRegister } from './use-register.ts';

addTexts('register', texts);

/** Makes an account in two steps. It waits on the welcome page until an admin promotes it. */
export function RegisterView() {
  const { t } = useTranslation('register');
  const { step, sent, next, back, resend, finish } = useRegister();
  const atDetails = step === 'details' && sent !== null;
  useDocumentTitle(atDetails ? t('verify') : t('title'));
  return (
    <>
      {atDetails ? (
        <DetailsStep sent={sent} back={back} resend={resend} finish={finish} />
      ) : (
        <EmailStep email={sent?.email ?? ''} next={next} />
      )}
      <LeaveGuard />
    </>
  );
}
