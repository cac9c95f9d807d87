import { downloadStatic, limits, uploadExtensions, type OfferedDocument } from '@fairwatch/contract';
import { Button, Text } from '@mantine/core';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { callBytes } from '../../../core/api/call-bytes.ts';
import { Card } from '../../../core/components/page/card.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { sizeText } from '../../../core/components/text/size-text.ts';
import { saveBlob } from '../../../core/content/save-as.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import classes from './app-download.module.css';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { fullAddress } from './file-hash.tsx';
import { RemoveButton } from './remove-button.tsx';
import { UploadButton, UploadState } from './upload-parts.tsx';
import type { StaticUpload } from './use-static-upload.ts';
import { listText } from '../../../core/i18n/list-text.ts';

/** Up to this size in bytes a document is fetched with the admin's session. The browser follows the link of a larger one and streams it to disk. */
const fetchMaxBytes = limits.request.maxBytes;

async function save({ id, fileName }: OfferedDocument): Promise<void> {
  saveBlob(await callBytes(downloadStatic, { id }), fileName);
}

interface DocumentsProps {
  documents: readonly OfferedDocument[];
  mayChange: boolean;
  uploading: StaticUpload;
  refetch: () => Promise<unknown>;
}

/** The documents about the app. */
export function Documents({ documents, mayChange, uploading, refetch }: DocumentsProps) {
  const { t } = useTranslation('app-download');
  return (
    <Card
      title={t('documents.title')}
      aside={mayChange && <UploadButton kind="DOCUMENT" label={t('documents.upload')} uploading={uploading} />}
    >
      {mayChange && <p className="fw-note">{t('documents.types', { types: listText(uploadExtensions()) })}</p>}
      <UploadState kind="DOCUMENT" uploading={uploading} />
      {documents.length === 0 && (
        <EmptyView
          inPanel
          icon={IconFileText}
          title={t('documents.none')}
          hint={t(mayChange ? 'documents.noneHintUpload' : 'documents.noneHint')}
          refetch={refetch}
        />
      )}
      <ul className="fw-lines">
        {documents.map((document) => (
          <DocumentRow key={document.id} document={document} mayChange={mayChange} />
        ))}
      </ul>
    </Card>
  );
}

function DocumentRow({ document, mayChange }: { document: OfferedDocument; mayChange: boolean }) {
  const { t } = useTranslation('app-download');
  const { id, fileName, size, updatedAt, url } = document;
  return (
    <li className={classes.row}>
      <IconFileText size={20} stroke={1.5} aria-hidden color="var(--fw-muted)" />
      <div className={`fw-grow ${classes.words}`}>
        <Text span fw={550}>
          {fileName}
        </Text>
        <span className="fw-note">
          {sizeText(size, currentLanguage())} · {t('documents.updated')} <RelativeTime at={updatedAt} />
        </span>
      </div>
      <Button
        component="a"
        size="compact-sm"
        variant="default"
        href={fullAddress(url)}
        download={fileName}
        onClick={(event) => {
          if (size > fetchMaxBytes) return;
          event.preventDefault();
          void toastPromise(save(document)).catch(() => {});
        }}
        aria-label={t('documents.downloadOf', { name: fileName })}
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        {t('documents.download')}
      </Button>
      {mayChange && (
        <RemoveButton
          small
          id={id}
          label={t('documents.remove', { name: fileName })}
          title={t('documents.removeTitle', { name: fileName })}
          text={t('documents.removeText')}
        />
      )}
    </li>
  );
}
