import { useTranslation } from 'react-i18next';
import { sizeText } from '../../core/components/size-text.ts';
import { RelativeTime } from '../../core/components/relative-time.tsx';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { ChoiceBox } from './choice-box.tsx';
import { FileActions } from './file-actions.tsx';
import classes from './file-grid.module.css';
import { useChoice } from './file-choice.ts';
import { FileIcon } from './file-icon.tsx';
import type { FileRow } from './file-row.ts';

interface FileGridProps {
  deviceId: number;
  files: readonly FileRow[];
  /** Whether files can be chosen here. */
  choosing: boolean;
  onOpen: (file: FileRow) => void;
}

/** The content of a folder as tiles. */
export function FileGrid({ deviceId, files, choosing, onOpen }: FileGridProps) {
  const { t } = useTranslation('files');
  return (
    <ul className={classes.grid} aria-label={t('title')}>
      {files.map((file) => (
        <Tile key={file.id} deviceId={deviceId} file={file} choosing={choosing} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function Tile({ deviceId, file, choosing, onOpen }: Omit<FileGridProps, 'files'> & { file: FileRow }) {
  const { t } = useTranslation('files');
  const { has } = useChoice();
  return (
    <li className={classes.tile} data-chosen={has(file) || undefined}>
      {choosing && (
        <span className={classes.box}>
          <ChoiceBox file={file} />
        </span>
      )}
      <span className={classes.actions}>
        <FileActions deviceId={deviceId} file={file} />
      </span>
      <button type="button" className={classes.open} title={file.name} onClick={() => onOpen(file)}>
        <span className={classes.icon} data-folder={file.folder || undefined}>
          <FileIcon file={file} size={40} />
        </span>
        <span className={classes.name}>{file.name}</span>
      </button>
      <span className={classes.facts}>
        {file.folder ? t('folder') : sizeText(file.size, currentLanguage())}
        <RelativeTime at={file.modifiedAt} />
      </span>
    </li>
  );
}
