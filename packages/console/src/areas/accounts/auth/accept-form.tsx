import { acceptInvitation } from '@fairwatch/contract';
import { Button, Stack, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { call } from '../../../core/api/client.ts';
import { Problem } from '../../../core/forms/problem.tsx';
import { useForm } from '../../../core/forms/use-form.ts';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { keepToken } from '../../../shared/sign-in/keep-token.ts';
import { loadProfile } from '../../../shared/sign-in/load-profile.ts';
import { checkAccount, typedNames } from './check-details.ts';
import { NameField } from './name-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import registerTexts from './register.texts.json';

// The fields have the texts of the registration.
addTexts('register', registerTexts);

/** Takes a username and a password, accepts the invitation, and opens the dashboard of the new account. */
export function AcceptForm({ token }: { token: string }) {
  const { t } = useTranslation('invitation');
  const { t: tField } = useTranslation('register');
  const router = useRouter();
  const { pending, problems, dirty, submit, track } = useForm({
    check: (values) => checkAccount(values, tField),
    send: async ({ username = '', password = '', confirmPassword = '' }) => {
      const { data } = await call(acceptInvitation, { token, ...typedNames(username), password, confirmPassword });
      keepToken(data.token, false);
      await loadProfile();
      // The form is sent, so the guard against unsaved changes is skipped.
      await router.navigate({ ...pageLink('/'), replace: true, ignoreBlocker: true });
    },
  });
  useUnsavedChanges(dirty && !pending);
  return (
    <form onSubmit={submit} onInput={track} noValidate className="fw-form" aria-label={t('account')}>
      <Title order={2} size="h4">
        {t('account')}
      </Title>
      <Problem text={problems['form']} />
      <Stack gap="sm">
        <NameField problem={problems['username']} />
        <NewPasswordFields label={tField('password')} problems={problems} />
      </Stack>
      <Button type="submit" size="md" fullWidth loading={pending}>
        {t('accept')}
      </Button>
    </form>
  );
}
