import { Group } from '@mantine/core';
import type { Column } from '../../../../core/components/table/columns.ts';
import { RelativeTime } from '../../../../core/components/time/relative-time.tsx';
import { sizeText } from '../../../../core/components/text/size-text.ts';
import { currentLanguage, i18n } from '../../../../core/i18n/i18n.ts';
import { SelectionCheckbox, SelectAllCheckbox } from './selection-checkbox.tsx';
import { FileActions } from '../actions/file-actions.tsx';
import { FileIcon } from './file-icon.tsx';
import type { FileRow } from '../file-path.ts';

/** The column of selection checkboxes. */
export const selectionColumn: Column<FileRow> = {
  key: 'folder',
  header: 'files:columns.choice',
  heading: <SelectAllCheckbox />,
  text: () => '',
  cell: (file) => <SelectionCheckbox file={file} />,
  width: '3rem',
  card: 'lead',
};

/** The column of action menus. */
export const actionsColumn = (deviceId: number): Column<FileRow> => ({
  key: 'id',
  header: 'files:columns.actions',
  text: () => '',
  cell: (file) => <FileActions deviceId={deviceId} file={file} />,
  width: '5rem',
  card: 'aside',
});

/** The data columns, on screen and in the export. Search results span all folders, so they also show each file's folder. */
export function fileColumns(searching: boolean): readonly Column<FileRow>[] {
  return [
    {
      key: 'name',
      header: 'files:columns.name',
      cell: (file) => (
        <Group component="span" gap="xs" wrap="nowrap">
          <FileIcon file={file} size={16} />
          <span className="fw-grow fw-ellipsis">{file.name}</span>
        </Group>
      ),
      sortable: true,
      card: 'title',
    },
    ...(searching ? [parentColumn] : []),
    {
      key: 'size',
      header: 'files:columns.size',
      text: ({ size, folder }) => (folder ? '' : sizeText(size, currentLanguage())),
      sheet: 'bytes',
      sheetValue: ({ size, folder }) => (folder ? null : size),
      sortable: true,
      width: '6rem',
    },
    {
      key: 'mimeType',
      header: 'files:columns.mimeType',
      text: ({ mimeType, folder }) => (folder ? i18n.t('files:folder') : mimeType),
      sortable: true,
      width: '9.5rem',
    },
    {
      key: 'modifiedAt',
      header: 'files:columns.modifiedAt',
      cell: ({ modifiedAt }) => <RelativeTime at={modifiedAt} />,
      sheet: 'moment',
      sortable: true,
      width: '8.5rem',
    },
  ];
}

const parentColumn: Column<FileRow> = {
  key: 'parent',
  header: 'files:columns.parent',
  text: (row) => row.parent || i18n.t('files:root'),
};
