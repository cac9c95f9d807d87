import { chooseLanguage, type Language } from '@fairwatch/contract';
import { call } from '../../../core/api/client.ts';
import { LanguageSelect } from '../../../core/components/language-select.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { loadProfile } from '../../../shared/sign-in/load-profile.ts';

/** The language of the console and of the mails to the signed-in admin. */
export function LanguageCard() {
  const { t } = useTranslation('account');
  const { language } = useAdminSession();
  return (
    <Card title={t('language.title')} spaced>
      <LanguageSelect
        value={language}
        change={(chosen) => void toastPromise(choose(chosen)).catch(() => {})}
        otherwise="browser"
        description={t('language.hint')}
      />
    </Card>
  );
}

async function choose(language: Language | null): Promise<void> {
  await call(chooseLanguage, { language });
  // Shows it, as the account's other tabs do when they hear of it.
  await loadProfile();
}
