import { Mark } from '@fairwatch/look';
import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { useDocumentTitle } from '../../../core/router/use-document-title.ts';
import { StatusLayout } from '../../../core/theme/status-layout.tsx';
import texts from './status-pages.texts.json';

addTexts('status-pages', texts);

/** Where the guard sends an admin who lacks a page's permission. */
export function NotAuthorizedView() {
  return <Message kind="notAuthorized" />;
}

export function NotFoundView() {
  const { t } = useTranslation('status-pages');
  useDocumentTitle(t('notFound.title'));
  return (
    <StatusLayout>
      <Message kind="notFound" />
    </StatusLayout>
  );
}

/** A short message in place of a page. */
function Message({ kind }: { kind: 'notAuthorized' | 'notFound' }) {
  const { t } = useTranslation('status-pages');
  return (
    <Stack align="flex-start" gap="0.625rem" maw="34rem" mx="auto" pt="14vh" pb="4rem" ta="start">
      <Text span inherit c="var(--fw-accent)">
        <Mark size={44} />
      </Text>
      <Title order={1}>{t(`${kind}.title`)}</Title>
      <Text c="dimmed">{t(`${kind}.text`)}</Text>
      <Button mt="xs" renderRoot={(props) => <Link {...pageLink('/')} {...props} />}>
        {t(`${kind}.action`)}
      </Button>
    </Stack>
  );
}
