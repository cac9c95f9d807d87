import { clientErrorText } from '../../../../core/api/error-text.ts';
import { IconUpload } from '@tabler/icons-react';
import { useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { toast } from '../../../../core/toast/toast.tsx';
import classes from '../files.module.css';
import { droppedFiles, type ChosenFile } from './dropped-files.ts';

interface DropZoneProps {
  /** The display name of the target folder. */
  folder: string;
  /** Why nothing can be uploaded now, or null. */
  reason: string | null;
  onChosen: (chosen: ChosenFile[]) => void;
  children: ReactNode;
}

/** Accepts files and folders that are dragged in from the computer. */
export function DropZone({ folder, reason, onChosen, children }: DropZoneProps) {
  const { t } = useTranslation('files');
  // dragenter and dragleave bubble from every child, so the pointer is inside as long as there are more enters than leaves.
  const [depth, setDepth] = useState(0);
  const withFiles = (event: DragEvent, handle: () => void) => {
    if (reason !== null || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    handle();
  };
  const drop = (event: DragEvent) =>
    withFiles(event, () => {
      setDepth(0);
      droppedFiles(event.dataTransfer).then(onChosen, () => toast.error(clientErrorText('file_reading_failed')));
    });
  return (
    <div
      className={classes.dropZone}
      onDragEnter={(event) => withFiles(event, () => setDepth((before) => before + 1))}
      onDragOver={(event) => withFiles(event, () => undefined)}
      onDragLeave={(event) => withFiles(event, () => setDepth((before) => Math.max(0, before - 1)))}
      onDrop={drop}
    >
      {children}
      {depth > 0 && (
        <div className={classes.dropHere}>
          <IconUpload size={28} stroke={1.5} aria-hidden />
          {t('upload.dropHere', { folder })}
        </div>
      )}
    </div>
  );
}
