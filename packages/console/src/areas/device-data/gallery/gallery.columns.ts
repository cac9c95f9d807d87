import type { GalleryItem } from '@fairwatch/contract';
import type { Column } from '../../../core/components/table/columns.ts';
import { i18n } from '../../../core/i18n/i18n.ts';

/** The columns of the Excel file. */
export const columns: readonly Column<GalleryItem>[] = [
  { key: 'fileName', header: 'gallery:facts.fileName' },
  { key: 'album', header: 'gallery:facts.album' },
  { key: 'takenAt', header: 'gallery:facts.takenAt', sheet: 'moment' },
  { key: 'width', header: 'gallery:facts.width' },
  { key: 'height', header: 'gallery:facts.height' },
  { key: 'durationMs', header: 'gallery:facts.duration', sheet: 'duration' },
  { key: 'size', header: 'gallery:facts.size', sheet: 'bytes' },
  { key: 'mimeType', header: 'gallery:facts.mimeType' },
  {
    key: 'fileHash',
    header: 'gallery:facts.original',
    text: ({ fileHash }) => i18n.t(`gallery:facts.${fileHash === null ? 'away' : 'here'}`),
  },
];
