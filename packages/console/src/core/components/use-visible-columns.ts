import { useState } from 'react';
import type { Column, ListRow } from './columns.ts';

/** The columns of a list with the choice which of them to show, remembered in this browser. */
export interface VisibleColumns<Row extends ListRow> {
  all: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  hidden: readonly string[];
  hide: (keys: readonly string[]) => void;
  toggle: (key: string) => void;
  showAll: () => void;
}

/** The title cannot be hidden: it names the row and leads on. */
export function canHide<Row extends ListRow>({ card }: Column<Row>): boolean {
  return card !== 'title';
}

/** `name` tells lists apart. What is remembered is hidden: a column that a later version adds is seen. */
export function useVisibleColumns<Row extends ListRow>(name: string, all: readonly Column<Row>[]): VisibleColumns<Row> {
  const storageKey = `hidden-columns:${name}`;
  const [hidden, setHidden] = useState(() => (localStorage.getItem(storageKey) ?? '').split(' ').filter(Boolean));
  function hide(keys: readonly string[]): void {
    if (keys.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, keys.join(' '));
    setHidden([...keys]);
  }
  return {
    all,
    hidden,
    hide,
    shown: all.filter((column) => !canHide(column) || !hidden.includes(column.key)),
    toggle: (key) => hide(hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key]),
    showAll: () => hide([]),
  };
}
