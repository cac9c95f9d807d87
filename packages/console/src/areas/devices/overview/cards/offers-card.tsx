import {
  capabilities,
  capabilityNames,
  capabilityRefusal,
  commandCatalogue,
  commandTypes,
  refusalOf,
  type Offers,
} from '@fairwatch/contract';
import { IconBan, IconCheck } from '@tabler/icons-react';
import { Card } from '../../../../core/components/page/card.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from './offers-card.module.css';
import shared from '../overview.module.css';

interface Refused {
  what: string;
  why: string;
}

/** The client's reasons why it cannot do something, without duplicates: for a whole capability, or for single commands of one. */
function refusedBy(offers: Offers): Refused[] {
  return capabilityNames.flatMap((capability) => {
    const types = commandTypes.filter((type) => commandCatalogue[type].capability === capability);
    const words = new Set(types.flatMap((type) => refusalOf(offers, type) ?? []));
    return [...words].map((why) => ({ what: capabilities[capability].title, why }));
  });
}

/** What the client on the device can do, regardless of what its person shares, and its reasons for the rest. */
export function OffersCard({ offers }: { offers: Offers | null }) {
  const { t } = useTranslation('overview');
  const offered = capabilityNames.filter((capability) => capabilityRefusal(offers, capability) === null);
  const refused = offers === null ? [] : refusedBy(offers);
  const all = capabilityNames.length;
  return (
    <Card
      title={t('offers.title')}
      aside={<span className={shared.muted}>{t('offers.count', { offered: offered.length, all })}</span>}
    >
      {refused.length === 0 && <p className={shared.muted}>{t('offers.everything')}</p>}
      {refused.length > 0 && (
        <>
          <ul className={classes.offered} aria-label={t('offers.can')}>
            {offered.map((capability) => (
              <li key={capability}>
                <IconCheck size={14} stroke={2} aria-hidden />
                {capabilities[capability].title}
              </li>
            ))}
          </ul>
          <ul className={classes.refused} aria-label={t('offers.cannot')}>
            {refused.map(({ what, why }) => (
              <li key={`${what} ${why}`}>
                <IconBan size={16} aria-hidden />
                <span>
                  <span className={classes.what}>{what}</span>
                  {why}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
