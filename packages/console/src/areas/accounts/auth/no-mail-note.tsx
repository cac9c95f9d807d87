import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageFacts } from '../../../core/page-facts/page-facts.ts';

/** Says who can pass on the code when no mail server is configured: the server then writes its mails to a folder. */
export function NoMailNote() {
  const { t } = useTranslation('register');
  return pageFacts().sendsMail ? null : (
    <p role="note" className="fw-sunken">
      {t('noMail')}
    </p>
  );
}
