import type { ReactNode } from 'react';
import classes from './status-layout.module.css';

/** One message in the middle of an otherwise empty screen. */
export function StatusLayout({ children }: { children: ReactNode }) {
  return <main className={classes.layout}>{children}</main>;
}
