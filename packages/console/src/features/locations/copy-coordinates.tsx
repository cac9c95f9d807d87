import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../core/toast/toast.tsx';
import { coordinatesText } from './location-texts.ts';
import type { NamedPoint } from './track-shape.ts';

/** Puts latitude and longitude on the clipboard. */
export function CopyCoordinates({ point }: { point: Pick<NamedPoint, 'latitude' | 'longitude'> }) {
  const { t } = useTranslation('locations');
  const text = coordinatesText(point);
  const copy = async () => {
    try {
      await writeClipboard(text);
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

/** Browsers give the clipboard only to pages they trust: over HTTPS or on this machine. */
async function writeClipboard(text: string): Promise<void> {
  if (!('clipboard' in navigator)) throw new Error('This page has no clipboard.');
  await navigator.clipboard.writeText(text);
}
