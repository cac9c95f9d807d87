import type { GalleryItem } from '@fairwatch/contract';
import { useState } from 'react';
import { textOfError } from '../../../../core/api/api-error.ts';
import { toast } from '../../../../core/toast/toast.tsx';
import type { Items } from '../use-items.ts';

/** A selected item, and its position when it was selected. */
export interface SelectedItem {
  item: GalleryItem;
  position: number;
}

/** The selected items, on screen or not. */
export interface Selection {
  /** By item id, in the order of selection. */
  chosen: ReadonlyMap<number, SelectedItem>;
  has: (item: GalleryItem) => boolean;
  /** Selects or deselects one item. */
  toggle: (item: GalleryItem, position: number) => void;
  /** Selects everything from the last toggled item to this position. */
  extendTo: (position: number) => void;
  /** Selects or deselects a range of positions, both ends inclusive. */
  setRange: (first: number, last: number, selected: boolean) => void;
  clear: () => void;
}

/** The selection of the grid. Items of a range that are not on screen are loaded before they are selected. */
export function useSelection(items: Items): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<number, SelectedItem>>(new Map());
  const [anchor, setAnchor] = useState(0);

  const change = (edit: (after: Map<number, SelectedItem>) => void) =>
    setChosen((before) => {
      const after = new Map(before);
      edit(after);
      return after;
    });

  const setRange = async (first: number, last: number, selected: boolean) => {
    try {
      const covered = await items.between(first, last);
      change((after) => {
        for (const [step, item] of covered.entries()) {
          if (selected) after.set(item.id, { item, position: first + step });
          else after.delete(item.id);
        }
      });
    } catch (error) {
      toast.error(textOfError(error));
    }
  };

  return {
    chosen,
    has: ({ id }) => chosen.has(id),
    toggle: (item, position) => {
      setAnchor(position);
      change((after) => {
        if (!after.delete(item.id)) after.set(item.id, { item, position });
      });
    },
    extendTo: (position) => void setRange(Math.min(anchor, position), Math.max(anchor, position), true),
    setRange: (first, last, selected) => void setRange(first, last, selected),
    clear: () => setChosen(new Map()),
  };
}
