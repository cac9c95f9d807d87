import { locations, type Track } from '@fairwatch/contract';
import { Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { textOfError } from '../../../../core/api/api-error.ts';
import { call } from '../../../../core/api/client.ts';
import { ReasonButton } from '../../../../core/components/buttons/reason-button.tsx';
import { dayOf } from '../../../../core/components/time/days.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { toast } from '../../../../core/toast/toast.tsx';
import { trackFormats, type TrackFormat } from './track-file.ts';

interface TrackFilesProps {
  deviceId: number;
  device: string;
  track: Track;
}

/** Saves every point of the shown period as a file, also those that the map leaves out. It is logged as the Excel file is. */
export function TrackFiles({ deviceId, device, track }: TrackFilesProps) {
  const { t } = useTranslation('location-track');
  const [saving, setSaving] = useState<TrackFormat | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { from, to } = track;
  const day = from === null ? '' : dayOf(new Date(from));
  const save = async (format: TrackFormat) => {
    const controller = new AbortController();
    running.current = controller;
    setSaving(format);
    try {
      const input = {
        deviceId,
        sortBy: 'localDateTime',
        sortDirection: 'asc',
        filter: from === null || to === null ? {} : { from, to },
      } as const;
      // Imported lazily, because most visits save nothing.
      const { saveTrack } = await import('./save-track.ts');
      const count = await saveTrack({
        format,
        device,
        day,
        fetchPage: (page, signal) => call(locations.list, { ...input, ...page }, signal),
        signal: controller.signal,
      });
      toast.success(t('files.done', { count }));
    } catch (error) {
      if (!controller.signal.aborted) toast.error(textOfError(error));
    } finally {
      setSaving(null);
    }
  };
  const reason = track.total === 0 ? t('files.nothing') : saving === null ? null : t('files.saving');
  return (
    <Group component="span" gap={4} wrap="nowrap">
      {trackFormats.map((format) => (
        <ReasonButton
          key={format}
          variant="default"
          size="xs"
          aria-label={t('files.label', { format })}
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={saving === format}
          reason={reason}
          onClick={() => void save(format)}
        >
          {format}
        </ReasonButton>
      ))}
    </Group>
  );
}
