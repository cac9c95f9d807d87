import { Box, Group, Text } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useCompanion } from '../../../shared/companion/companion-address.ts';
import { AddressNote, PhoneLink } from '../../../shared/companion/phone-link.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

/** The address of the companion, which runs in any phone's browser without an app. The space of its QR code, which loads later, is reserved. */
export function CompanionCard() {
  const { t } = useTranslation('app-download');
  const companion = useCompanion();
  return (
    <Card title={t('companion.title')}>
      <Box mih="9rem">
        {companion !== null && (
          <>
            <PhoneLink address={companion.start} label={t('companion.image')}>
              <Group component="p" gap="xs" wrap="nowrap" mb={4} fw={550}>
                <IconWorld size={18} aria-hidden color="var(--fw-accent)" />
                {t('companion.lead')}
              </Group>
              <Text c="dimmed">{t('companion.text')}</Text>
            </PhoneLink>
            <AddressNote address={companion.start} />
          </>
        )}
      </Box>
    </Card>
  );
}
