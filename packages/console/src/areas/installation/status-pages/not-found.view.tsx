import { StatusLayout } from '../../../core/theme/status-layout.tsx';
import { useDocumentTitle } from '../../../core/router/use-document-title.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { ActionLink } from './action-link.tsx';
import { Message } from './message.tsx';
import { useStatusTexts } from './use-status-texts.ts';

export function NotFoundView() {
  const { t } = useStatusTexts();
  useDocumentTitle(t('notFound.title'));
  return (
    <StatusLayout>
      <Message
        title={t('notFound.title')}
        action={<ActionLink link={pageLink('/')}>{t('notFound.action')}</ActionLink>}
      >
        {t('notFound.text')}
      </Message>
    </StatusLayout>
  );
}
