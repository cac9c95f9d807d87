import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { LeaveGuard } from '../../../core/forms/leave/leave-guard.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useDocumentTitle } from '../../../core/router/use-document-title.ts';
import { pageFacts, mailWords } from '../../../core/page-facts/page-facts.ts';
import { DetailsStep } from './details-step.tsx';
import { EmailStep } from './email-step.tsx';
import texts from './register.texts.json';
import { SignUpOff } from './sign-up-off.tsx';
import { useRegister } from './use-register.ts';

addTexts('register', texts);

/** Creates an account in two steps. The account then waits on the welcome page until an admin promotes it. */
export function RegisterView() {
  return pageFacts().signUp ? <Steps /> : <SignUpOff />;
}

function Steps() {
  const { t } = useTranslation('register');
  const { atDetails, email, next, back, resend, finish } = useRegister();
  useDocumentTitle(atDetails ? t('verify') : t('title'));
  return (
    <>
      {atDetails ? (
        <DetailsStep sent={atDetails} back={back} resend={resend} finish={finish} />
      ) : (
        <EmailStep
          title={t('title')}
          subtitle={t(mailWords('subtitle'))}
          question={t('haveAccount')}
          email={email}
          next={next}
        />
      )}
      <LeaveGuard />
    </>
  );
}
