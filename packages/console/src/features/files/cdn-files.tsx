import { cdnList, fileTicket, type CdnFile } from '@fairwatch/contract';
import { Button, Title } from '@mantine/core';
import { IconCloudOff, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../core/api/query.ts';
import type { Column } from '../../core/components/columns.ts';
import { DataTable } from '../../core/components/data-table.tsx';
import { EmptyView } from '../../core/components/empty-view.tsx';
import { RelativeTime } from '../../core/components/relative-time.tsx';
import { sizeText } from '../../core/components/size-text.ts';
import { usePagedList } from '../../core/components/use-paged-list.ts';
import { useContent, type ContentAddressOf } from '../../core/content/use-content.ts';
import { i18n } from '../../core/i18n/i18n.ts';
import classes from './files.module.css';

const pageSize = 10;

/** The files of a device that the server has, with the way to download them. */
export function CdnFiles({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('files');
  const [page, setPage] = useState(1);
  const content = useContent(fileTicket, deviceId);
  const list = usePagedList(query(cdnList, { deviceId, page, pageSize }), {
    search: '',
    sortBy: 'storedAt',
    sortDirection: 'desc',
    page,
    pageSize,
    change: (change) => setPage(change.page ?? 1),
  });
  return (
    <section className={classes.cdn} aria-label={t('cdn.title')}>
      <DataTable
        compact
        label={t('cdn.title')}
        columns={cdnColumns(content)}
        list={list}
        toolbar={<Title order={2}>{t('cdn.title')}</Title>}
        empty={
          <EmptyView icon={IconCloudOff} title={t('cdn.empty')} hint={t('cdn.emptyHint')} refetch={list.refetch} />
        }
      />
    </section>
  );
}

const cdnColumns = (content: ContentAddressOf): readonly Column<CdnFile>[] => [
  { key: 'id', header: 'files:cdn.id', width: '4rem', card: 'hidden' },
  { key: 'fileName', header: 'files:columns.name', card: 'title' },
  { key: 'filePath', header: 'files:cdn.path' },
  {
    key: 'fileHash',
    header: 'files:cdn.hash',
    cell: ({ fileHash }) => (
      <span className={classes.hash} title={fileHash}>
        {fileHash.slice(0, 12)}…
      </span>
    ),
    width: '9rem',
  },
  { key: 'fileExtension', header: 'files:cdn.extension', width: '6rem' },
  {
    key: 'fileSize',
    header: 'files:columns.size',
    text: ({ fileSize }) => sizeText(fileSize, i18n.language),
    width: '6rem',
  },
  { key: 'requestedBy', header: 'files:cdn.requestedBy', width: '8rem', wideOnly: true },
  {
    key: 'storedAt',
    header: 'files:cdn.storedAt',
    cell: ({ storedAt }) => <RelativeTime at={storedAt} />,
    width: '8rem',
  },
  {
    key: 'downloadFile',
    header: 'files:cdn.download',
    cell: ({ fileHash, fileName }) => {
      const address = content(fileHash, 'full', fileName);
      return (
        <Button
          component="a"
          href={address ?? undefined}
          variant="subtle"
          size="compact-xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={i18n.t('files:cdn.downloadOf', { name: fileName })}
        >
          {i18n.t('files:cdn.download')}
        </Button>
      );
    },
    width: '8rem',
  },
];
