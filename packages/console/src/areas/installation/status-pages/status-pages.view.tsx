import { capabilities, kindsOfPage, type ConsolePath } from '@fairwatch/contract';
import { Mark } from '@fairwatch/look';
import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { useDocumentTitle } from '../../../core/router/use-document-title.ts';
import { StatusLayout } from '../../../core/theme/status-layout.tsx';
import texts from './status-pages.texts.json';

addTexts('status-pages', texts);

/** Where the guard sends an admin who lacks a page's permission, or who asked for a page about something that is not used here. */
export function NotAuthorizedView() {
  const { t } = useTranslation('status-pages');
  const { unused } = useUrlSearch().raw;
  const [kind] = kindsOfPage[unused as ConsolePath] ?? [];
  if (kind === undefined) return <Message kind="notAuthorized" />;
  return <Message kind="unused" text={t('unused.text', { kind: capabilities[kind].title })} />;
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
function Message({ kind, text }: { kind: 'notAuthorized' | 'notFound' | 'unused'; text?: string }) {
  const { t } = useTranslation('status-pages');
  return (
    <Stack align="flex-start" gap="0.625rem" maw="34rem" mx="auto" pt="14vh" pb="4rem" ta="start">
      <Text span inherit c="var(--fw-accent)">
        <Mark size={44} />
      </Text>
      <Title order={1}>{t(`${kind}.title`)}</Title>
      <Text c="dimmed">{text ?? t(`${kind}.text`)}</Text>
      <Button mt="xs" renderRoot={(props) => <Link {...pageLink('/')} {...props} />}>
        {t(`${kind}.action`)}
      </Button>
    </Stack>
  );
}
