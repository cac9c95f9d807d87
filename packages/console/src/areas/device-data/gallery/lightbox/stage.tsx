import type { GalleryItem } from '@fairwatch/contract';
import { Box } from '@mantine/core';
import { useState } from 'react';
import type { ContentAddressOf } from '../../../../core/content/use-content.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from './lightbox.module.css';
import { altOf } from '../media-texts.ts';
import type { Zoom } from './use-zoom.ts';

interface StageProps {
  item: GalleryItem | undefined;
  addressOf: ContentAddressOf;
  zoom: Zoom;
}

/** The item itself: the preview first, covered by the original once the server has it. */
export function Stage({ item, addressOf, zoom }: StageProps) {
  const { t } = useTranslation('gallery');
  const preview = item?.previewHash ? addressOf(item.previewHash, 'full') : null;
  const original = item?.fileHash ? addressOf(item.fileHash, 'full') : null;
  if (!item) return <div className={`fw-grow ${classes.stage}`} aria-busy />;
  if (item.kind === 'VIDEO' && original !== null) {
    return (
      <div className={`fw-grow ${classes.stage}`}>
        <Box
          component="video"
          className={classes.photo}
          style={{ '--width': item.width, '--height': item.height }}
          src={original}
          poster={preview ?? undefined}
          aria-label={altOf(item)}
          controls
          playsInline
          preload="metadata"
        />
      </div>
    );
  }
  return (
    <div className={`fw-grow ${classes.stage}`} {...zoom.handlers} data-zoomed={zoom.scale > 1 || undefined}>
      {preview === null && original === null ? (
        <p data-tone="muted">{t('lightbox.noPreview')}</p>
      ) : (
        <Photo item={item} preview={preview} original={original} transform={zoom.transform} />
      )}
    </div>
  );
}

interface PhotoProps {
  item: GalleryItem;
  preview: string | null;
  original: string | null;
  transform: string;
}

/** Preview and original have the same size, so that nothing moves when the original replaces the preview. */
function Photo({ item, preview, original, transform }: PhotoProps) {
  const { t } = useTranslation('gallery');
  const [loadedOriginal, setLoadedOriginal] = useState<string | null>(null);
  const [broken, setBroken] = useState(false);
  const isOriginalShown = original !== null && loadedOriginal === original;
  return (
    <Box className={classes.photo} style={{ transform, '--width': item.width, '--height': item.height }}>
      {preview !== null && (
        <img className={classes.picture} src={preview} alt={isOriginalShown ? '' : altOf(item)} draggable={false} />
      )}
      {original !== null && !broken && (
        <img
          className={classes.picture}
          data-original
          data-ready={isOriginalShown || undefined}
          src={original}
          alt={isOriginalShown ? altOf(item) : ''}
          draggable={false}
          onLoad={() => setLoadedOriginal(original)}
          onError={() => setBroken(true)}
        />
      )}
      {broken && <p data-tone="muted">{t('lightbox.broken')}</p>}
      {original === null && <span className={classes.mark}>{t('lightbox.preview')}</span>}
    </Box>
  );
}
