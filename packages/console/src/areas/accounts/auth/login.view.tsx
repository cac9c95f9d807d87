import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { limits } from '@fairwatch/contract';
import { Problem } from '../../../core/forms/problem.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useDocumentTitle } from '../../../core/router/use-document-title.ts';
import { pageFacts } from '../../../core/page-facts/page-facts.ts';
import { isPlaceForPasskeys } from '../../../shared/sign-in/passkey-place.ts';
import classes from './login.module.css';
import { useLogin } from './use-login.ts';
import { pageLink } from '../../../core/router/page-link.ts';

export function LoginView() {
  const { t } = useTranslation('auth');
  const { pending, problems, needsCode, submit, withPasskey } = useLogin();
  useDocumentTitle(t('login.title'));
  return (
    // With the method `dialog`, a form that is submitted before the script has loaded sends nothing.
    <form method="dialog" onSubmit={submit} noValidate className="fw-form">
      <div>
        <Title order={1}>{t('login.title')}</Title>
        <Text c="dimmed">{t('login.subtitle')}</Text>
      </div>
      <Problem text={problems.form} />
      <Stack gap="sm">
        <TextInput
          name="username"
          label={t('login.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.username.maxLength}
          size="md"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other purpose than signing in
          autoFocus
          error={problems.username}
        />
        <PasswordInput
          name="password"
          label={t('login.password')}
          autoComplete="current-password"
          maxLength={limits.password.maxLength}
          size="md"
          error={problems.password}
          visibilityToggleButtonProps={{ 'aria-label': t('login.togglePassword'), tabIndex: 0 }}
        />
        {needsCode && (
          <TextInput
            name="code"
            label={t('login.code')}
            description={t('login.codeHint')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={32}
            size="md"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field that is still empty
            autoFocus
            error={problems.code}
          />
        )}
        <label className="fw-check">
          <input type="checkbox" name="rememberMe" />
          <span>
            {t('login.rememberMe')}
            <small>{t('login.rememberMeHint')}</small>
          </span>
        </label>
      </Stack>
      <Stack gap="xs">
        <Button type="submit" size="md" fullWidth loading={pending}>
          {t('login.submit')}
        </Button>
        {isPlaceForPasskeys() && (
          <Button
            variant="default"
            size="md"
            fullWidth
            className={classes.passkey}
            disabled={pending}
            onClick={withPasskey}
          >
            {t('login.passkey')}
          </Button>
        )}
      </Stack>
      <Group justify="space-between" gap="xs">
        {pageFacts().signUp && (
          <Text size="md" c="dimmed" className={classes.signUp}>
            {t('login.noAccount')} <Link {...pageLink('/auth/register')}>{t('login.signUp')}</Link>
          </Text>
        )}
        <Link {...pageLink('/auth/forgot-password')}>{t('login.forgotPassword')}</Link>
      </Group>
    </form>
  );
}
