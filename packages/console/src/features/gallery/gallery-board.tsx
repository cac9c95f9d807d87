import { lazy, Suspense, useState } from 'react';
import type { Day } from './layout.ts';
import { MediaGrid } from './media-grid.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { Gallery } from './use-gallery.ts';
import { useItems } from './use-items.ts';
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
  const [viewed, setViewed] = useState<number | null>(null);
  /** Where the keyboard is in the grid. */
  const [active, setActive] = useState(0);
  const near = viewed === null ? [] : [viewed, viewed - 1, viewed + 1].filter((place) => place >= 0 && place < total);
  const items = useItems(input, [...pagesBetween(...shown), ...near]);
  const selection = useSelection(items);
  const originals = useOriginals(list);

  return (
    <>
      <MediaGrid
        gallery={gallery}
        days={days}
        items={items}
        selection={selection}
        active={Math.min(active, total - 1)}
        setActive={setActive}
        onShow={setShown}
        onOpen={setViewed}
      />
      <SelectionBar gallery={gallery} items={items} selection={selection} originals={originals} />
      {viewed !== null && (
        <Suspense fallback={null}>
          <Lightbox
            gallery={gallery}
            items={items}
            originals={originals}
            place={Math.min(viewed, total - 1)}
            onMove={setViewed}
            onClose={() => {
              setActive(viewed);
              setViewed(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

const step = 50;

/** Places close enough to name every page between two of them. */
function pagesBetween(first: number, last: number): number[] {
  const places = [last];
  for (let place = first; place < last; place += step) places.push(place);
  return places;
}
