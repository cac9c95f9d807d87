import { Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useDocumentTitle } from '../../../core/router/use-document-title.ts';
import { pageLink } from '../../../core/router/page-link.ts';

/** Shown instead of the registration when the owner has turned it off. */
export function SignUpOff() {
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
