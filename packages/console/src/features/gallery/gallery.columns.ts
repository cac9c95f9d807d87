import type { GalleryItem } from '@fairwatch/contract';
import type { Column } from '../../core/components/columns.ts';
import { sizeText } from '../../core/components/size-text.ts';
import { lengthText } from '../../core/components/time-texts.ts';
import { currentLanguage, i18n } from '../../core/i18n/i18n.ts';
import { takenText } from './media-texts.ts';

/** What the Excel file of a gallery holds. */
export const columns: readonly Column<GalleryItem>[] = [
  { key: 'fileName', header: 'gallery:facts.fileName' },
  { key: 'album', header: 'gallery:facts.album' },
  { key: 'takenAt', header: 'gallery:facts.takenAt', text: ({ takenAt }) => takenText(takenAt) },
  { key: 'width', header: 'gallery:facts.dimensions', text: ({ width, height }) => `${width} × ${height}` },
  {
    key: 'durationMs',
    header: 'gallery:facts.duration',
    text: ({ durationMs }) => (durationMs === null ? '' : lengthText(durationMs)),
  },
  { key: 'size', header: 'gallery:facts.size', text: ({ size }) => sizeText(size, currentLanguage()) },
  { key: 'mimeType', header: 'gallery:facts.mimeType' },
  {
    key: 'fileHash',
    header: 'gallery:facts.original',
    text: ({ fileHash }) => i18n.t(`gallery:facts.${fileHash === null ? 'away' : 'here'}`),
  },
];
