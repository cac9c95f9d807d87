import type { ReactNode } from 'react';
import classes from './item-list.module.css';

/** A list of rows or cards, one below the other, without bullets. Its children are `li` elements. */
export function ItemList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}
