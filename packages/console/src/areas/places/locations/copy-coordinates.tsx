import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../../core/components/text/copy-text.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toast } from '../../../core/toast/toast.tsx';
import { coordinatesText } from './location-texts.ts';
import type { NamedPoint } from './track-shape.ts';

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
