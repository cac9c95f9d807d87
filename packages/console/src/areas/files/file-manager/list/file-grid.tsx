import { Group } from '@mantine/core';
import { sizeText } from '../../../../core/components/text/size-text.ts';
import { RelativeTime } from '../../../../core/components/time/relative-time.tsx';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { SelectionCheckbox } from './selection-checkbox.tsx';
import { FileActions } from '../actions/file-actions.tsx';
import classes from './file-grid.module.css';
import { useSelectedFiles } from './file-selection.ts';
import { FileIcon } from './file-icon.tsx';
import type { FileRow } from '../file-row.ts';

interface FileGridProps {
  deviceId: number;
  files: readonly FileRow[];
  /** True when the admin may select files to download or delete. */
  canSelect: boolean;
  onOpen: (file: FileRow) => void;
}

/** Files and folders as tiles. */
export function FileGrid({ deviceId, files, canSelect, onOpen }: FileGridProps) {
  const { t } = useTranslation('files');
  return (
    <ul className={classes.grid} aria-label={t('title')}>
      {files.map((file) => (
        <Tile key={file.id} deviceId={deviceId} file={file} canSelect={canSelect} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function Tile({ deviceId, file, canSelect, onOpen }: Omit<FileGridProps, 'files'> & { file: FileRow }) {
  const { t } = useTranslation('files');
  const { has } = useSelectedFiles();
  return (
    <li className={`fw-panel ${classes.tile}`} data-chosen={has(file) || undefined}>
      {canSelect && (
        <span className={classes.box}>
          <SelectionCheckbox file={file} />
        </span>
      )}
      <span className={classes.actions}>
        <FileActions deviceId={deviceId} file={file} />
      </span>
      <button type="button" className={classes.open} title={file.name} onClick={() => onOpen(file)}>
        <span data-tone={file.folder ? 'accent' : 'muted'}>
          <FileIcon file={file} size={40} />
        </span>
        <span className={`fw-two-lines ${classes.name}`}>{file.name}</span>
      </button>
      <Group component="span" justify="center" gap="0 0.5rem" fz="xs" c="dimmed">
        {file.folder ? t('folder') : sizeText(file.size, currentLanguage())}
        <RelativeTime at={file.modifiedAt} />
      </Group>
    </li>
  );
}
