import { limits, type CdnFile } from '@fairwatch/contract';
import { Loader } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sizeText } from '../../core/components/size-text.ts';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { previewKind } from './preview-kind.ts';
import classes from './preview.module.css';
import { usePdfAddress, usePreviewText } from './use-preview-bytes.ts';

const { shownTextBytes } = limits.file;
/** A larger one is read after it was downloaded: the page would have to hold all of it. */
const pdfMaxBytes = 50 * 1024 * 1024;

interface PreviewBodyProps {
  file: CdnFile;
  /** Where its bytes are; null while there is no ticket yet. */
  address: string | null;
}

/** A stored file, shown as what it is. */
export function PreviewBody({ file, address }: PreviewBodyProps) {
  const { t } = useTranslation('files');
  const [broken, setBroken] = useState(false);
  const kind = previewKind(file);
  if (file.fileSize === 0) return <p className={classes.words}>{t('preview.empty')}</p>;
  if (kind === null || (kind === 'pdf' && file.fileSize > pdfMaxBytes)) {
    return <p className={classes.words}>{t('preview.none')}</p>;
  }
  if (broken) return <p className={classes.words}>{t('preview.broken')}</p>;
  if (address === null) return <Waiting />;
  const onError = () => setBroken(true);
  switch (kind) {
    case 'picture':
      return <img className={classes.picture} src={address} alt={file.fileName} onError={onError} />;
    case 'sound':
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- Files of a phone have no captions.
      return <audio className={classes.sound} controls src={address} aria-label={file.fileName} onError={onError} />;
    case 'video':
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- Files of a phone have no captions.
      return <video className={classes.picture} controls src={address} aria-label={file.fileName} onError={onError} />;
    case 'pdf':
      return <Pdf file={file} address={address} />;
    case 'text':
      return <PlainText file={file} address={address} />;
  }
}

function PlainText({ file, address }: { file: CdnFile; address: string }) {
  const { t } = useTranslation('files');
  const { text, error } = usePreviewText(address, shownTextBytes);
  if (error) return <Failed />;
  if (text === null) return <Waiting />;
  return (
    <>
      {/* It scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes.text} dir="auto" tabIndex={0} aria-label={file.fileName}>
        {text}
      </pre>
      {file.fileSize > shownTextBytes && (
        <p className={classes.muted}>{t('preview.start', { size: sizeText(shownTextBytes, currentLanguage()) })}</p>
      )}
    </>
  );
}

function Pdf({ file, address }: { file: CdnFile; address: string }) {
  const { t } = useTranslation('files');
  const canShow = navigator.pdfViewerEnabled;
  const pdf = usePdfAddress(canShow ? address : null);
  if (!canShow) return <p className={classes.words}>{t('preview.noViewer')}</p>;
  if (pdf.error) return <Failed />;
  if (pdf.address === null) return <Waiting />;
  // Without the list of pages at its side, where a viewer takes that wish.
  // oxlint-disable-next-line react/iframe-missing-sandbox -- No browser shows a PDF under it; the viewer itself is isolated.
  return <iframe className={classes.pdf} src={`${pdf.address}#navpanes=0`} title={file.fileName} />;
}

function Waiting() {
  const { t } = useTranslation('files');
  return <Loader size="sm" m="md" aria-label={t('preview.loading')} />;
}

function Failed() {
  const { t } = useTranslation('files');
  return (
    <p className={classes.words} role="alert">
      {t('preview.failed')}
    </p>
  );
}
