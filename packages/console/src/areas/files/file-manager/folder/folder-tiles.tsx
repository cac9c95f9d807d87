import '@mantine/core/styles/Skeleton.layer.css';
import { Group, Skeleton } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useMemo } from 'react';
import { PhoneSort } from '../../../../core/components/table/phone-sort.tsx';
import { DeviceFeaturePanel } from '../../../../shared/device-feature/device-feature-page.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { SelectAllCheckbox, SelectionCheckbox } from '../list/selection-checkbox.tsx';
import classes from '../list/file-grid.module.css';
import { fileColumns } from '../list/files.columns.tsx';
import type { FolderContentProps } from './use-folder.ts';
import { sizeText } from '../../../../core/components/text/size-text.ts';
import { RelativeTime } from '../../../../core/components/time/relative-time.tsx';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { FileActions } from '../actions/file-actions.tsx';
import { useSelectedFiles } from '../list/file-selection.ts';
import { FileIcon } from '../list/file-icon.tsx';
import type { FileRow } from '../file-path.ts';

/** The content of a folder as tiles, with its toolbar and empty view. */
export function FolderTiles({ folder, canSelect, onOpen }: FolderContentProps) {
  const { list, searching } = folder;
  const columns = useMemo(() => fileColumns(searching), [searching]);
  const filters = (
    <>
      {canSelect && <SelectAllCheckbox />}
      <PhoneSort always columns={columns} view={list.rows.view} />
    </>
  );
  return (
    <DeviceFeaturePanel list={list} columns={columns} icon={IconFolder} filters={filters} loading={<SkeletonTiles />}>
      <FileGrid deviceId={list.deviceId} files={list.rows.rows} canSelect={canSelect} onOpen={onOpen} />
    </DeviceFeaturePanel>
  );
}

function SkeletonTiles() {
  return (
    <div className={classes.grid} aria-hidden>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} height={150} radius="md" />
      ))}
    </div>
  );
}

interface FileGridProps {
  deviceId: number;
  files: readonly FileRow[];
  /** True when the admin may select files to download or delete. */
  canSelect: boolean;
  onOpen: (file: FileRow) => void;
}

/** Files and folders as tiles. */
function FileGrid({ deviceId, files, canSelect, onOpen }: FileGridProps) {
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
