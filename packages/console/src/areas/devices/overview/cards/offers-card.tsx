import { Box, Group, Text } from '@mantine/core';
import {
  capabilities,
  capabilityRefusal,
  commandCatalogue,
  commandTypes,
  refusalOf,
  type Capability,
  type Offers,
} from '@fairwatch/contract';
import { IconBan, IconCheck } from '@tabler/icons-react';
import { Card } from '../../../../core/components/page/card.tsx';
import classes from '../overview.module.css';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { useUsedKinds } from '../../../../core/session/session-store.ts';

interface Refused {
  what: string;
  why: string;
}

/** The client's reasons why it cannot do something, without duplicates: for a whole capability, or for single commands of one. */
function refusedBy(offers: Offers, kinds: readonly Capability[]): Refused[] {
  return kinds.flatMap((capability) => {
    const types = commandTypes.filter((type) => commandCatalogue[type].capability === capability);
    const words = new Set(types.flatMap((type) => refusalOf(offers, type) ?? []));
    return [...words].map((why) => ({ what: capabilities[capability].title, why }));
  });
}

/** What the client on the device can do, regardless of what its person shares, and its reasons for the rest. */
export function OffersCard({ offers }: { offers: Offers | null }) {
  const { t } = useTranslation('overview');
  const kinds = useUsedKinds();
  const offered = kinds.filter((capability) => capabilityRefusal(offers, capability) === null);
  const refused = offers === null ? [] : refusedBy(offers, kinds);
  const all = kinds.length;
  return (
    <Card
      title={t('offers.title')}
      aside={<span className="fw-muted">{t('offers.count', { offered: offered.length, all })}</span>}
    >
      {refused.length === 0 && <p className="fw-muted">{t('offers.everything')}</p>}
      {refused.length > 0 && (
        <>
          <Group component="ul" gap="0.25rem 0.875rem" aria-label={t('offers.can')}>
            {offered.map((capability) => (
              <li key={capability} className="fw-inline">
                <IconCheck size={14} stroke={2} aria-hidden data-tone="good" />
                {capabilities[capability].title}
              </li>
            ))}
          </Group>
          <Box component="ul" mt="sm" style={{ columns: '2 16rem', columnGap: '2rem' }} aria-label={t('offers.cannot')}>
            {refused.map(({ what, why }) => (
              <li key={`${what} ${why}`} className={classes.refused}>
                <IconBan size={16} aria-hidden className="fw-muted" />
                <span className="fw-note">
                  <Text component="span" display="block">
                    {what}
                  </Text>
                  {why}
                </span>
              </li>
            ))}
          </Box>
        </>
      )}
    </Card>
  );
}
