import { lazy, Suspense, useState } from 'react';
import { Opening } from '../../core/shortcuts/opening.tsx';
import type { Day } from './layout.ts';
import { MediaGrid, type GridKeyboard } from './media-grid.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { Gallery } from './use-gallery.ts';
import { useItems, type Items } from './use-items.ts';
import { useOriginals } from './use-originals.ts';
import { useSelection } from './use-selection.ts';

const Lightbox = lazy(async () => ({ default: (await import('./lightbox.tsx')).Lightbox }));

interface GalleryBoardProps {
  gallery: Gallery;
  /** Null when the list is not in the order of time. */
  days: readonly Day[] | null;
}

/** The grid, what is selected in it, and the item that is looked at. */
export function GalleryBoard({ gallery, days }: GalleryBoardProps) {
  const { list, input, total } = gallery;
  /** Which items the grid shows now, as it reports. */
  const [shown, setShown] = useState<readonly [first: number, last: number]>([0, 0]);
  const [viewed, setViewed] = useState<Viewed | null>(null);
  const keyboard = useGridKeyboard();
  const near = viewed === null ? [] : [-1, 0, 1].map((step) => viewed.place + step);
  const places = [...pagesBetween(...shown), ...near].filter((place) => place >= 0 && place < total);
  const items = useItems(input, places);
  const view = (place: number) => setViewed({ place, id: items.at(place)?.id ?? null });
  const place = viewed && Math.min(total - 1, placeOf(viewed, items));
  const selection = useSelection(items);
  const originals = useOriginals(list);

  return (
    <>
      <MediaGrid
        gallery={gallery}
        days={days}
        items={items}
        selection={selection}
        keyboard={keyboard}
        onShow={setShown}
        onOpen={view}
      />
      <SelectionBar gallery={gallery} items={items} selection={selection} originals={originals} />
      {place !== null && (
        <Suspense fallback={<Opening />}>
          <Lightbox
            gallery={gallery}
            items={items}
            originals={originals}
            place={place}
            onMove={view}
            onClose={() => {
              keyboard.moveTo(place);
              setViewed(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function useGridKeyboard(): GridKeyboard {
  const [state, setState] = useState({ place: 0, moves: 0 });
  return {
    ...state,
    setPlace: (place) => setState((before) => ({ ...before, place })),
    moveTo: (place) => setState(({ moves }) => ({ place, moves: moves + 1 })),
  };
}

/** What is looked at: its place when it was opened, and who it is, as soon as that is known. */
interface Viewed {
  place: number;
  id: number | null;
}

/** How far an item may move while it is looked at, by others that come or go before it. */
const farthest = 30;

/** Where it is now: an Update may have put others before it. */
function placeOf({ place, id }: Viewed, items: Items): number {
  if (id === null) return place;
  for (let step = 0; step <= farthest; step += 1) {
    if (items.at(place + step)?.id === id) return place + step;
    if (items.at(place - step)?.id === id) return place - step;
  }
  return place;
}

const step = 50;

/** Places close enough to name every page between two of them. */
function pagesBetween(first: number, last: number): number[] {
  const places = [last];
  for (let place = first; place < last; place += step) places.push(place);
  return places;
}
