import type { GalleryItem } from '@fairwatch/contract';
import type { ReactNode } from 'react';
import { Facts } from '../../../../core/components/page/facts.tsx';
import { sizeText } from '../../../../core/components/text/size-text.ts';
import { lengthText } from '../../../../core/components/time/time-texts.ts';
import type { Texts } from '../../../../core/i18n/translate.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from './lightbox.module.css';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { takenText } from '../media-texts.ts';

/** The panel with an item's metadata. */
export function Details({ item }: { item: GalleryItem }) {
  const { t } = useTranslation('gallery');
  const facts: [name: keyof Texts['gallery']['facts'], value: ReactNode][] = [
    ['fileName', item.fileName],
    ['takenAt', takenText(item.takenAt)],
    ['album', item.album],
    ['size', sizeText(item.size, currentLanguage())],
    ['dimensions', `${item.width} × ${item.height}`],
    ['duration', item.durationMs === null ? null : lengthText(item.durationMs)],
    ['mimeType', item.mimeType],
    ['original', t(`facts.${item.fileHash === null ? 'away' : 'here'}`)],
    ['fileHash', item.fileHash && <code key="hash">{item.fileHash}</code>],
  ];
  return (
    <aside className={classes.details} aria-label={t('lightbox.details')}>
      <Facts dense facts={facts.flatMap(([name, value]) => (value === null ? [] : [[t(`facts.${name}`), value]]))} />
    </aside>
  );
}
