import { useTranslation } from 'react-i18next';
import { pageFacts } from '../../core/session/page-facts.ts';
import classes from './login.module.css';

/** Says whom to ask for a code where the server has no mail server: its mails lie in a folder. */
export function NoMailNote() {
  const { t } = useTranslation('register');
  return pageFacts().sendsMail ? null : (
    <p role="note" className={classes.note}>
      {t('noMail')}
    </p>
  );
}
