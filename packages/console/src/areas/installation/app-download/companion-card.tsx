import { IconWorld } from '@tabler/icons-react';
import { useCompanion } from '../../../shared/companion/companion-address.ts';
import { AddressNote, PhoneLink } from '../../../shared/companion/phone-link.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './app-download.module.css';

/** The address of the companion, which runs in any phone's browser without an app. Its space is reserved while it loads. */
export function CompanionCard() {
  const { t } = useTranslation('app-download');
  const companion = useCompanion();
  return (
    <Card title={t('companion.title')}>
      <div className={classes.companion}>
        {companion !== null && (
          <>
            <PhoneLink address={companion.start} label={t('companion.image')}>
              <p className={classes.lead}>
                <IconWorld size={18} aria-hidden />
                {t('companion.lead')}
              </p>
              <p className={classes.muted}>{t('companion.text')}</p>
            </PhoneLink>
            <AddressNote address={companion.start} />
          </>
        )}
      </div>
    </Card>
  );
}
