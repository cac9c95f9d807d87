import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import classes from './composer.module.css';
import { useTicketTexts } from '../use-ticket-texts.ts';

interface DropZoneProps {
  onDrop: (files: readonly File[]) => void;
  children: ReactNode;
}

/** Accepts dropped files. The button inside is the alternative without dragging. */
export function DropZone({ onDrop, children }: DropZoneProps) {
  const { t } = useTicketTexts();
  // dragenter and dragleave bubble from every child, so the pointer is inside as long as there are more enters than leaves.
  const depth = useRef(0);
  const [isOver, setIsOver] = useState(false);
  const changeDepth = (event: DragEvent, by: number) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current += by;
    setIsOver(depth.current > 0);
  };
  return (
    <div
      className={classes.zone}
      onDragEnter={(event) => changeDepth(event, 1)}
      onDragLeave={(event) => changeDepth(event, -1)}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setIsOver(false);
        onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && (
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
