import type { files, OutputOf } from '@fairwatch/contract';
import { IconFile, IconFolder } from '@tabler/icons-react';
import type { Column } from '../../core/components/columns.ts';
import { RelativeTime } from '../../core/components/relative-time.tsx';
import { sizeText } from '../../core/components/size-text.ts';
import { i18n } from '../../core/i18n/i18n.ts';
import classes from './files.module.css';

export type FileRow = OutputOf<typeof files.list>[number];

/** What is shown, and exported. A search goes through all folders, so it says where each file lies. */
export function fileColumns(searching: boolean): readonly Column<FileRow>[] {
  return [
    {
      key: 'name',
      header: 'files:columns.name',
      cell: ({ name, folder }) => {
        const Icon = folder ? IconFolder : IconFile;
        return (
          <span className={classes.name}>
            <Icon size={16} stroke={1.6} aria-hidden />
            {name}
          </span>
        );
      },
      sortable: true,
      card: 'title',
    },
    ...(searching ? [parent] : []),
    {
      key: 'size',
      header: 'files:columns.size',
      text: ({ size, folder }) => (folder ? '' : sizeText(size, i18n.language)),
      sortable: true,
      width: '7rem',
    },
    {
      key: 'mimeType',
      header: 'files:columns.mimeType',
      text: ({ mimeType, folder }) => (folder ? i18n.t('files:folder') : mimeType),
      sortable: true,
      width: '11rem',
    },
    {
      key: 'modifiedAt',
      header: 'files:columns.modifiedAt',
      cell: ({ modifiedAt }) => <RelativeTime at={modifiedAt} />,
      sortable: true,
      width: '10rem',
    },
  ];
}

const parent: Column<FileRow> = {
  key: 'parent',
  header: 'files:columns.parent',
  text: (row) => row.parent || i18n.t('files:root'),
};
