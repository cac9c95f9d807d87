import { useTranslation } from 'react-i18next';
import { useCurrentPage } from '../../core/router/pages-context.ts';
import { ActionLink } from './action-link.tsx';
import { Message } from './message.tsx';
import { useStatusTexts } from './use-status-texts.ts';

/** Stands in, openly, for a page that this version does not have. Outside the shell that is the sign-up. */
export function NotYetView() {
  const { t } = useStatusTexts();
  const { t: name } = useTranslation('nav');
  const { page } = useCurrentPage();
  const signUp = page === null;
  const action = signUp ? { to: '/auth/login', text: 'notYet.toLogin' } : { to: '/', text: 'notYet.toDashboard' };
  return (
    <Message
      title={signUp ? t('notYet.signUp') : name(page.label)}
      action={<ActionLink to={action.to}>{t(action.text)}</ActionLink>}
    >
      {t('notYet.text')} {signUp && t('notYet.signUpHint')}
    </Message>
  );
}
