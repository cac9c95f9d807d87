import { cdnList, type CdnFile } from '@fairwatch/contract';
import { ActionIcon, Box, Title } from '@mantine/core';
import { IconCloudOff, IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { query } from '../../../core/api/query.ts';
import type { Column } from '../../../core/components/table/columns.ts';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { sizeText } from '../../../core/components/text/size-text.ts';
import { useSmallList } from '../../../core/components/filters/use-list-search.ts';
import { usePagedList } from '../../../core/components/table/use-paged-list.ts';
import { currentLanguage, i18n } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { Opening } from '../../../core/shortcuts/opening.tsx';
import { splitPath } from './file-path.ts';

const FilePreview = lazy(async () => ({ default: (await import('./preview/file-preview.tsx')).FilePreview }));

/** The files that the server stores for a device, in either direction, with a download button each. */
export function CdnFiles({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('files');
  const view = useSmallList({ pageWord: 'serverPage', pageSize: 10, sortBy: 'storedAt' });
  const columns = useMemo(() => cdnColumns(deviceId), [deviceId]);
  const list = usePagedList(query(cdnList, { deviceId, page: view.page, pageSize: view.pageSize }), view);
  const [previewed, setPreviewed] = useState<CdnFile | null>(null);
  return (
    <Box component="section" mt="lg" aria-label={t('cdn.title')}>
      <DataTable
        compact
        label={t('cdn.title')}
        columns={columns}
        list={list}
        onRowOpen={setPreviewed}
        toolbar={<Title order={2}>{t('cdn.title')}</Title>}
        empty={
          <EmptyView icon={IconCloudOff} title={t('cdn.empty')} hint={t('cdn.emptyHint')} refetch={list.refetch} />
        }
      />
      {previewed && (
        <Suspense fallback={<Opening />}>
          <FilePreview
            deviceId={deviceId}
            file={splitPath(previewed.filePath)}
            stored={previewed}
            close={() => setPreviewed(null)}
          />
        </Suspense>
      )}
    </Box>
  );
}

async function download(deviceId: number, file: CdnFile): Promise<void> {
  const { startBrowserDownload } = await import('./transfers/save-file.ts');
  await toastPromise(startBrowserDownload(deviceId, file.id)).catch(() => undefined);
}

const cdnColumns = (deviceId: number): readonly Column<CdnFile>[] => [
  { key: 'id', header: 'files:cdn.id', width: '4.5rem', card: 'last' },
  { key: 'fileName', header: 'files:columns.name', card: 'title' },
  { key: 'filePath', header: 'files:cdn.path' },
  {
    key: 'fileHash',
    header: 'files:cdn.hash',
    cell: ({ fileHash }) => <code>{fileHash.slice(0, 12)}…</code>,
    width: '9rem',
  },
  { key: 'fileExtension', header: 'files:cdn.extension', width: '6.5rem' },
  {
    key: 'fileSize',
    header: 'files:columns.size',
    text: ({ fileSize }) => sizeText(fileSize, currentLanguage()),
    width: '6.5rem',
  },
  {
    key: 'downloadFile',
    header: 'files:cdn.download',
    text: () => '',
    cell: (file) => (
      <ActionIcon
        variant="subtle"
        aria-label={i18n.t('files:cdn.downloadOf', { name: file.fileName })}
        onClick={() => void download(deviceId, file)}
      >
        <IconDownload size={16} aria-hidden />
      </ActionIcon>
    ),
    width: '6.5rem',
    card: 'aside',
  },
];
