import { useEffect, useRef, type ReactNode } from 'react';
import { RunningLiveViewBar } from '../live-view/live-view-bar.tsx';
import classes from './whole-screen.module.css';

interface WholeScreenProps {
  label: string;
  onEscape: () => void;
  children: ReactNode;
}

/**
 * A modal `<dialog>`: it is above everything, and the page behind it is inert. The bar of a live view is in it too, so that its person can
 * stop it from here. What has `data-autofocus` takes the focus.
 */
export function WholeScreen({ label, onEscape, children }: WholeScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.screen}
      aria-label={label}
      onCancel={(event) => {
        // Escape must not close the dialog before what it shows is over.
        event.preventDefault();
        onEscape();
      }}
    >
      <RunningLiveViewBar />
      {children}
    </dialog>
  );
}

/** The large field in the middle: a preview, and over it the seconds of a countdown. */
export function Stage({ secondsLeft, children }: { secondsLeft: number | null; children: ReactNode }) {
  return (
    <div className={classes.stage}>
      {children}
      {secondsLeft !== null && (
        <span className={classes.countdown} key={secondsLeft} aria-hidden>
          {secondsLeft}
        </span>
      )}
    </div>
  );
}
