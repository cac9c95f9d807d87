import type { GalleryItem } from '@fairwatch/contract';
import { useState } from 'react';
import { textOfError } from '../../core/api/api-error.ts';
import { toast } from '../../core/toast/toast.tsx';
import type { Items } from './use-items.ts';

/** A selected item, and where it stood when it was selected. */
export interface Chosen {
  item: GalleryItem;
  place: number;
}

/** Which items are selected, however far apart they are. */
export interface Selection {
  /** By the items' ids, in the order in which they were selected. */
  chosen: ReadonlyMap<number, Chosen>;
  has: (item: GalleryItem) => boolean;
  /** Selects one item, or takes it off. */
  toggle: (item: GalleryItem, place: number) => void;
  /** Selects all from the item that was toggled last to this place. */
  extendTo: (place: number) => void;
  /** Selects or takes off all from one place to another, the last one included. */
  setRange: (first: number, last: number, selected: boolean) => void;
  clear: () => void;
}

/** Keeps what is selected. What a range covers is read first, where it is not on screen. */
export function useSelection(items: Items): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Chosen>>(new Map());
  const [anchor, setAnchor] = useState(0);

  const change = (edit: (after: Map<number, Chosen>) => void) =>
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
          if (selected) after.set(item.id, { item, place: first + step });
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
    toggle: (item, place) => {
      setAnchor(place);
      change((after) => {
        if (!after.delete(item.id)) after.set(item.id, { item, place });
      });
    },
    extendTo: (place) => void setRange(Math.min(anchor, place), Math.max(anchor, place), true),
    setRange: (first, last, selected) => void setRange(first, last, selected),
    clear: () => setChosen(new Map()),
  };
}
