import { pageLink } from '../../../core/router/page-link.ts';
import { ActionLink } from './action-link.tsx';
import { Message } from './message.tsx';
import { useStatusTexts } from './use-status-texts.ts';

/** Where the guard sends an admin who lacks a page's permission. */
export function NotAuthorizedView() {
  const { t } = useStatusTexts();
  return (
    <Message
      title={t('notAuthorized.title')}
      action={<ActionLink link={pageLink('/')}>{t('notAuthorized.action')}</ActionLink>}
    >
      {t('notAuthorized.text')}
    </Message>
  );
}
