import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import classes from './composer.module.css';
import { useTicketTexts } from './use-ticket-texts.ts';

interface DropZoneProps {
  onDrop: (files: readonly File[]) => void;
  children: ReactNode;
}

/** Takes files that are dropped on it. Whoever cannot drag has the button inside. */
export function DropZone({ onDrop, children }: DropZoneProps) {
  const { t } = useTicketTexts();
  // Elements inside are entered and left too.
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const move = (event: DragEvent, by: number) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current += by;
    setOver(depth.current > 0);
  };
  return (
    <div
      className={classes.zone}
      onDragEnter={(event) => move(event, 1)}
      onDragLeave={(event) => move(event, -1)}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
      {over && (
        <div className={classes.over} aria-hidden>
          {t('composer.drop')}
        </div>
      )}
    </div>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}
