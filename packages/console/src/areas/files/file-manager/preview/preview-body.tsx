import { limits, type CdnFile } from '@fairwatch/contract';
import { clientErrorText } from '../../../../core/api/error-text.ts';
import { Loader } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { limitText } from '../../../../core/components/text/size-text.ts';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from './preview.module.css';
import { ApiError } from '../../../../core/api/api-error.ts';
import { useBlobUrl } from '../../../../core/content/use-blob-url.ts';

const { shownTextBytes } = limits.file;
/** A larger PDF is offered as a download only, because the preview holds the whole file in memory. */
const pdfMaxBytes = 50 * 1024 * 1024;

interface PreviewBodyProps {
  file: CdnFile;
  /** The URL of the file's content; null while the content ticket is being loaded. */
  address: string | null;
}

/** Draws a stored file as its MIME type allows: a picture, a sound, a video, a PDF or text. */
export function PreviewBody({ file, address }: PreviewBodyProps) {
  const { t } = useTranslation('files');
  const [broken, setBroken] = useState(false);
  const kind = previewKind(file);
  if (file.fileSize === 0) return <p>{t('preview.empty')}</p>;
  if (kind === null || (kind === 'pdf' && file.fileSize > pdfMaxBytes)) {
    return <p>{t('preview.none')}</p>;
  }
  if (broken) return <p>{t('preview.broken')}</p>;
  if (address === null) return <Loading />;
  const onError = () => setBroken(true);
  switch (kind) {
    case 'picture':
      return <img className={classes.picture} src={address} alt={file.fileName} onError={onError} />;
    case 'sound':
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- Files of a phone have no captions.
      return <audio style={{ width: '100%' }} controls src={address} aria-label={file.fileName} onError={onError} />;
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
  if (error) return <LoadError />;
  if (text === null) return <Loading />;
  return (
    <>
      {/* The text scrolls, so it must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={`fw-sunken fw-code ${classes.text}`} dir="auto" tabIndex={0} aria-label={file.fileName}>
        {text}
      </pre>
      {file.fileSize > shownTextBytes && (
        <p className="fw-note">{t('preview.start', { size: limitText(shownTextBytes, currentLanguage()) })}</p>
      )}
    </>
  );
}

function Pdf({ file, address }: { file: CdnFile; address: string }) {
  const { t } = useTranslation('files');
  const canShow = navigator.pdfViewerEnabled;
  const pdf = usePdfAddress(canShow ? address : null);
  if (!canShow) return <p>{t('preview.noViewer')}</p>;
  if (pdf.error) return <LoadError />;
  if (pdf.address === null) return <Loading />;
  // Hides the viewer's page list where the viewer supports that parameter.
  // oxlint-disable-next-line react/iframe-missing-sandbox -- Browsers refuse to show a PDF in a sandboxed frame; the viewer itself is isolated.
  return <iframe className={classes.pdf} src={`${pdf.address}#navpanes=0`} title={file.fileName} />;
}

function Loading() {
  const { t } = useTranslation('files');
  return <Loader size="sm" m="md" aria-label={t('preview.loading')} />;
}

function LoadError() {
  const { t } = useTranslation('files');
  return <p role="alert">{t('preview.failed')}</p>;
}

/** How the console previews a file. HTML is shown as text, because no content of a file may run in the console. */
type PreviewKind = 'picture' | 'sound' | 'video' | 'pdf' | 'text';

/** Extensions of text files whose type the server cannot detect from the content. */
const textExtensions = ['csv', 'htm', 'html', 'ini', 'json', 'log', 'md', 'txt', 'xml', 'yaml', 'yml'];

/** Null for a file without a preview. The server detected `mimeType` from the content, so a misleading extension changes nothing. */
function previewKind({ mimeType, fileExtension }: Pick<CdnFile, 'mimeType' | 'fileExtension'>): PreviewKind | null {
  if (mimeType.startsWith('image/')) return 'picture';
  if (mimeType.startsWith('audio/')) return 'sound';
  if (mimeType.startsWith('video/')) return 'video';
  if (mimeType === 'application/pdf') return 'pdf';
  const isText = mimeType.startsWith('text/');
  const isNamedText = mimeType === 'application/octet-stream' && textExtensions.includes(fileExtension.toLowerCase());
  return isText || isNamedText ? 'text' : null;
}

/** Reads a file, or its first `maxBytes`. The data is dropped from the cache when the preview closes. */
function useBytes<Data>(address: string | null, maxBytes: number | null, read: (response: Response) => Promise<Data>) {
  return useQuery({
    queryKey: ['preview', address, maxBytes],
    enabled: address !== null,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const headers: HeadersInit = maxBytes === null ? {} : { range: `bytes=0-${maxBytes - 1}` };
      const response = await fetch(address ?? '', { headers, signal });
      if (!response.ok) throw new ApiError(clientErrorText('unknown_error'), response.status);
      return await read(response);
    },
  });
}

/** The first `maxBytes` of a text file. Invalid UTF-8 becomes replacement characters. */
function usePreviewText(address: string | null, maxBytes: number) {
  const { data, error } = useBytes(address, maxBytes, (response) => response.text());
  return { text: data ?? null, error };
}

/**
 * A PDF as a blob URL for the browser's viewer. The type is set here, so that the browser never renders the content as
 * an HTML page, whatever the bytes are.
 */
function usePdfAddress(address: string | null) {
  const { data, error } = useBytes(address, null, async (response) => {
    return new Blob([await response.arrayBuffer()], { type: 'application/pdf' });
  });
  return { address: useBlobUrl(data), error };
}
