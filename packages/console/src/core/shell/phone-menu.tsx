import { useEffect, useRef } from 'react';
import { useCloseOnBack } from '../components/close-on-back.ts';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { useShellTexts } from './use-shell-texts.ts';

interface PhoneMenuProps {
  opened: boolean;
  onClose: () => void;
}

/** The sidebar on small screens. The browser's own dialog traps focus, closes on Escape and covers the rest. */
export function PhoneMenu({ opened, onClose }: PhoneMenuProps) {
  const { t } = useShellTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  useCloseOnBack(opened, onClose);
  useEffect(() => {
    if (opened) dialog.current?.showModal();
    else dialog.current?.close();
  }, [opened]);
  return (
    <dialog ref={dialog} closedby="any" className={classes.phoneMenu} onClose={onClose} aria-label={t('navigation')}>
      {opened && <Sidebar place="phone" collapsed={false} onToggle={onClose} />}
    </dialog>
  );
}
