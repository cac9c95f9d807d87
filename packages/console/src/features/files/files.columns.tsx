import type { Column } from '../../core/components/columns.ts';
import { RelativeTime } from '../../core/components/relative-time.tsx';
import { sizeText } from '../../core/components/size-text.ts';
import { currentLanguage, i18n } from '../../core/i18n/i18n.ts';
import { ChoiceBox, ChooseAllBox } from './choice-box.tsx';
import { FileActions } from './file-actions.tsx';
import { FileIcon } from './file-icon.tsx';
import type { FileRow } from './file-row.ts';
import classes from './files.module.css';

/** The checkbox of each row. */
export const choiceColumn: Column<FileRow> = {
  key: 'folder',
  header: 'files:columns.choice',
  heading: <ChooseAllBox />,
  text: () => '',
  cell: (file) => <ChoiceBox file={file} />,
  width: '3rem',
  card: 'lead',
};

/** What can be asked of the device about each. */
export const actionsColumn = (deviceId: number): Column<FileRow> => ({
  key: 'id',
  header: 'files:columns.actions',
  text: () => '',
  cell: (file) => <FileActions deviceId={deviceId} file={file} />,
  width: '5rem',
  card: 'aside',
});

/** What is shown, and exported. A search goes through all folders, so it says where each file lies. */
export function fileColumns(searching: boolean): readonly Column<FileRow>[] {
  return [
    {
      key: 'name',
      header: 'files:columns.name',
      cell: (file) => (
        <span className={classes.name}>
          <FileIcon file={file} size={16} />
          <span className={classes.nameText}>{file.name}</span>
        </span>
      ),
      sortable: true,
      card: 'title',
    },
    ...(searching ? [parent] : []),
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

const parent: Column<FileRow> = {
  key: 'parent',
  header: 'files:columns.parent',
  text: (row) => row.parent || i18n.t('files:root'),
};
