import type { GalleryItem } from '@fairwatch/contract';
import { Box } from '@mantine/core';
import { IconCloudDownload, IconDownload } from '@tabler/icons-react';
import { useId } from 'react';
import { sizeText } from '../../../../core/components/text/size-text.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from './lightbox.module.css';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import type { Originals } from '../use-fetched-originals.ts';

interface OriginalActionProps {
  item: GalleryItem;
  originals: Originals;
  /** The download URL of the original; null while the server does not have it. */
  saveAddress: string | null;
}

/**
 * Fetches the original from the device, shows the progress, and then offers the download. The reason why it is disabled
 * is shown as text, because a tooltip would open behind the dialog.
 */
export function OriginalAction({ item, originals, saveAddress }: OriginalActionProps) {
  const { t } = useTranslation('gallery');
  const size = sizeText(item.size, currentLanguage());
  const reasonId = useId();
  if (saveAddress !== null) {
    return (
      <a className={`fw-inline ${classes.action}`} href={saveAddress} download={item.fileName}>
        <IconDownload size={18} aria-hidden />
        {t('lightbox.download')} ({size})
      </a>
    );
  }
  if (originals.isRequested(item)) return <FetchProgress originals={originals} />;
  const failure = originals.failures.get(item.id);
  const { reason } = originals;
  return (
    <>
      <button
        type="button"
        className={`fw-inline ${classes.action}`}
        aria-disabled={reason !== null}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={() => reason === null && originals.request([item])}
      >
        <IconCloudDownload size={18} aria-hidden />
        {t('original.get', { size })}
      </button>
      {reason !== null && (
        <span id={reasonId} data-tone="muted">
          {reason}
        </span>
      )}
      {failure !== undefined && (
        <span role="alert" data-tone="bad">
          {t('original.failed', { reason: failure })}
        </span>
      )}
    </>
  );
}

function FetchProgress({ originals: { percent, stop } }: { originals: Originals }) {
  const { t } = useTranslation('gallery');
  return (
    <>
      <output>{t('original.running')}</output>
      <progress max={100} value={percent ?? undefined} aria-label={t('original.running')} />
      <Box component="span" miw={44}>
        {percent === null ? '' : `${percent} %`}
      </Box>
      <button type="button" className={`fw-inline ${classes.action}`} data-quiet onClick={stop}>
        {t('original.cancel')}
      </button>
    </>
  );
}
