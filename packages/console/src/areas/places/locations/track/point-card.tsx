import { Group, Text } from '@mantine/core';
import { exactTimeText } from '../../../../core/components/time/time-texts.ts';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { MapCard } from '../../../../core/map-canvas/map-card.tsx';
import { CopyCoordinates } from '../copy-coordinates.tsx';
import { coordinatesText, localTimeText } from '../location-texts.ts';
import type { NamedPoint } from '../track-shape.ts';

interface PointCardProps {
  point: NamedPoint;
  close: () => void;
}

/** The details of the point selected on the map or in the table. */
export function PointCard({ point, close }: PointCardProps) {
  const { t } = useTranslation(['location-track', 'locations']);
  const localTime = localTimeText(point.at, point.timezone, currentLanguage());
  return (
    <MapCard
      label={t('point.label')}
      title={point.nickname || point.address || t('point.unnamed')}
      closeLabel={t('point.close')}
      close={close}
    >
      {point.nickname !== '' && <Text size="sm">{point.address}</Text>}
      <Text size="sm" c="dimmed">
        <time dateTime={new Date(point.at).toISOString()}>{exactTimeText(new Date(point.at), currentLanguage())}</time>
        {localTime !== null && <> · {t('locations:there', { time: localTime })}</>}
      </Text>
      <Group gap={4} fz="sm" c="dimmed" className="fw-figures">
        {coordinatesText(point)} · {t('locations:accuracy', { metres: Math.round(point.accuracy) })}
        <CopyCoordinates point={point} />
      </Group>
    </MapCard>
  );
}
