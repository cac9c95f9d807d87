import { createZone } from '@fairwatch/contract';
import { ActionIcon } from '@mantine/core';
import { IconCopy, IconMapPinPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Can } from '../../../core/components/can.tsx';
import { copyText } from '../../../core/components/text/copy-text.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { toast } from '../../../core/toast/toast.tsx';
import { handOver } from '../handed-over-place.ts';
import { coordinatesText } from './location-texts.ts';
import type { NamedPoint } from './track-shape.ts';

/** The link to the form of a new zone around a place, for who may draw zones. */
export function ZoneHere({ point: { latitude, longitude } }: { point: Pick<NamedPoint, 'latitude' | 'longitude'> }) {
  const { t } = useTranslation('locations');
  const label = t('zoneHere');
  return (
    <Can use={createZone}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={label}
        title={label}
        onClick={() => handOver([longitude, latitude])}
        renderRoot={(props) => <Link {...pageLink('/zones')} {...props} />}
      >
        <IconMapPinPlus size={14} aria-hidden />
      </ActionIcon>
    </Can>
  );
}

/** The button that copies latitude and longitude to the clipboard. */
export function CopyCoordinates({ point }: { point: Pick<NamedPoint, 'latitude' | 'longitude'> }) {
  const { t } = useTranslation('locations');
  const text = coordinatesText(point);
  const copy = async () => {
    try {
      await copyText(text);
      toast.success(t('copy.done', { text }));
    } catch {
      toast.error(t('copy.failed', { text }));
    }
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={t('copy.label', { text })}
      title={t('copy.title')}
      onClick={() => void copy()}
    >
      <IconCopy size={14} aria-hidden />
    </ActionIcon>
  );
}
