import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { notificationSettings } from '@fairwatch/contract';
import { Stack } from '@mantine/core';
import { Can } from '../../../core/components/can.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import texts from './account.texts.json';
import { LanguageCard } from './language-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

addTexts('account', texts);

/** The page of the signed-in admin's own account: profile, sign-in methods, sessions and notification settings. */
export function AccountView() {
  const { t } = useTranslation('account');
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="fw-columns">
        <Stack>
          <ProfileCard />
          <LanguageCard />
          <PasswordCard />
          <Can use={notificationSettings}>
            <NotificationsCard />
          </Can>
        </Stack>
        <Stack>
          <PasskeysCard />
          <TwoFactorCard />
          <SessionsCard />
        </Stack>
      </div>
    </>
  );
}
