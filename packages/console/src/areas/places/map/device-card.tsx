import { consoleLink } from '@fairwatch/contract';
import { Group, Text } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../../../core/components/badges/status-badge.tsx';
import { ToneBadge } from '../../../core/components/badges/tone-badge.tsx';
import { breakable } from '../../../core/components/text/breakable.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { useDeviceLink } from '../../../shared/device-feature/device/use-device-link.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { MapCard } from '../../../core/map-canvas/map-card.tsx';
import type { ShownPosition } from './positions.ts';

interface DeviceCardProps {
  position: ShownPosition;
  close: () => void;
}

/** The device that was chosen on the map or in the list. */
export function DeviceCard({ position, close }: DeviceCardProps) {
  const { t } = useTranslation('map');
  const { deviceId, name, person, status, at, accuracy, live } = position;
  const link = useDeviceLink()(deviceId);
  return (
    <MapCard label={t('chosen')} title={breakable(name)} closeLabel={t('close')} close={close}>
      <Text size="sm">{breakable(person)}</Text>
      <Group gap="0.25rem 0.75rem" mt={4} fz="sm" c="dimmed">
        <StatusBadge status={status} />
        {live && <ToneBadge icon={IconCurrentLocation} tone="working" label={t('live')} />}
        <span>
          <RelativeTime at={new Date(at).toISOString()} /> · {t('metres', { metres: Math.round(accuracy) })}
        </span>
      </Group>
      <Group gap="0.25rem 0.75rem" mt={4} fz="sm">
        {link !== null && <Link {...({ to: link } as { to: string })}>{t('open')}</Link>}
        <Link {...({ to: consoleLink('/device/location/$deviceId', { deviceId }) } as { to: string })}>
          {t('track')}
        </Link>
      </Group>
    </MapCard>
  );
}
