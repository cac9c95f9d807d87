import type { ReactNode } from 'react';
import classes from './status-layout.module.css';

/** Centres one message on an otherwise empty page, such as "not found". */
export function StatusLayout({ children }: { children: ReactNode }) {
  return <main className={classes.layout}>{children}</main>;
}
