import { ActionIcon, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { exactTimeText } from '../../../core/components/time/time-texts.ts';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { CopyCoordinates } from '../copy-coordinates.tsx';
import { coordinatesText, localTimeText } from '../location-texts.ts';
import classes from './point-card.module.css';
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
    <section className={classes.card} aria-label={t('point.label')} aria-live="polite">
      <div className={classes.head}>
        <Text fw={600}>{point.nickname || point.address || t('point.unnamed')}</Text>
        <ActionIcon variant="subtle" color="gray" aria-label={t('point.close')} onClick={close}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      {point.nickname !== '' && <Text size="sm">{point.address}</Text>}
      <Text size="sm" c="dimmed">
        <time dateTime={new Date(point.at).toISOString()}>{exactTimeText(new Date(point.at), currentLanguage())}</time>
        {localTime !== null && <> · {t('locations:there', { time: localTime })}</>}
      </Text>
      <Text size="sm" c="dimmed" className={classes.coordinates}>
        {coordinatesText(point)} · {t('locations:accuracy', { metres: Math.round(point.accuracy) })}
        <CopyCoordinates point={point} />
      </Text>
    </section>
  );
}
