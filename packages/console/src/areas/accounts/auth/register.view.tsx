import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { LeaveGuard } from '../../../core/forms/leave/leave-guard.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useDocumentTitle } from '../../../core/router/use-document-title.ts';
import { pageFacts, mailWords } from '../../../core/page-facts/page-facts.ts';
import { EmailStep } from './email-step.tsx';
import texts from './register.texts.json';
import { Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { pageLink } from '../../../core/router/page-link.ts';
import { register, sendVerification, type InputOf, limits } from '@fairwatch/contract';
import { call } from '../../../core/api/client.ts';
import { loadProfile } from '../../../shared/sign-in/load-profile.ts';
import { keepToken } from '../../../shared/sign-in/keep-token.ts';
import { useMailedCode, type SentCode } from './use-mailed-code.ts';
import { useForm } from '../../../core/forms/use-form.ts';
import { checkDetails, typedNames } from './check-details.ts';
import { MailedCodeStep } from './mailed-code-step.tsx';
import { NameField } from './name-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

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

/** Shown instead of the registration when the owner has turned it off. */
function SignUpOff() {
  const { t } = useTranslation('register');
  useDocumentTitle(t('off'));
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} tabIndex={-1}>
          {t('off')}
        </Title>
        <Text c="dimmed">{t('offText')}</Text>
      </div>
      <Text size="md" c="dimmed">
        {t('haveAccount')} <Link {...pageLink('/auth/login')}>{t('signIn')}</Link>
      </Text>
    </Stack>
  );
}

type Details = Omit<InputOf<typeof register>, 'email'>;

/** The state of the two steps of registering. Every call may reject with a text for the visitor. */
function useRegister() {
  const router = useRouter();
  const code = useMailedCode(sendVerification);
  return {
    ...code,
    async finish(details: Details): Promise<void> {
      const { data } = await call(register, { email: code.email, ...details });
      keepToken(data.token, false);
      await loadProfile();
      router.history.replace(pageLink('/welcome').to);
    },
  };
}

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
      finish({ code: code.trim(), ...typedNames(username), password, confirmPassword }),
  });
  return (
    <MailedCodeStep
      {...step}
      form={form}
      title={t('verify')}
      subtitle={t(mailWords('sent'), { email: step.sent.email, minutes: limits.verification.lifetimeMs / 60_000 })}
      submitLabel={t('register')}
    >
      <NameField problem={form.problems['username']} />
      <NewPasswordFields label={t('password')} problems={form.problems} />
    </MailedCodeStep>
  );
}
