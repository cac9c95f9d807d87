import { lazy, Suspense, useState } from 'react';
import { Opening } from '../../../core/shortcuts/opening.tsx';
import type { Day } from './grid/layout.ts';
import { MediaGrid, type GridKeyboard } from './grid/media-grid.tsx';
import { SelectionBar } from './selection/selection-bar.tsx';
import type { Gallery } from './use-gallery.ts';
import { useItems, type Items } from './use-items.ts';
import { useFetchedOriginals } from './use-fetched-originals.ts';
import { useSelection } from './selection/use-selection.ts';

const Lightbox = lazy(async () => ({ default: (await import('./lightbox/lightbox.tsx')).Lightbox }));

interface GalleryBoardProps {
  gallery: Gallery;
  /** Null when the list is not sorted by time. */
  days: readonly Day[] | null;
}

/** The grid with its selection, and the lightbox of the open item. */
export function GalleryBoard({ gallery, days }: GalleryBoardProps) {
  const { list, input, total } = gallery;
  /** The range of positions that the grid shows. */
  const [visibleRange, setVisibleRange] = useState<readonly [first: number, last: number]>([0, 0]);
  const [viewed, setViewed] = useState<Viewed | null>(null);
  const keyboard = useGridKeyboard();
  const neighbours = viewed === null ? [] : [-1, 0, 1].map((step) => viewed.position + step);
  const positions = [...positionsCovering(...visibleRange), ...neighbours].filter(
    (position) => position >= 0 && position < total,
  );
  const items = useItems(input, positions);
  const view = (position: number) => setViewed({ position, id: items.at(position)?.id ?? null });
  const position = viewed && Math.min(total - 1, currentPosition(viewed, items));
  const selection = useSelection(items);
  const originals = useFetchedOriginals(list);

  return (
    <>
      <MediaGrid
        gallery={gallery}
        days={days}
        items={items}
        selection={selection}
        keyboard={keyboard}
        onShow={setVisibleRange}
        onOpen={view}
      />
      <SelectionBar gallery={gallery} items={items} selection={selection} originals={originals} />
      {position !== null && (
        <Suspense fallback={<Opening />}>
          <Lightbox
            gallery={gallery}
            items={items}
            originals={originals}
            position={position}
            onMove={view}
            onClose={() => {
              keyboard.moveTo(position);
              setViewed(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function useGridKeyboard(): GridKeyboard {
  const [state, setState] = useState({ position: 0, moves: 0 });
  return {
    ...state,
    setPosition: (position) => setState((before) => ({ ...before, position })),
    moveTo: (position) => setState(({ moves }) => ({ position, moves: moves + 1 })),
  };
}

/** The item in the lightbox: its position when it was opened, and its id once it is loaded. */
interface Viewed {
  position: number;
  id: number | null;
}

/** How many positions around the original one are searched for an item that has moved. */
const maxShift = 30;

/** The current position of the open item. An Update may have inserted or removed items before it. */
function currentPosition({ position, id }: Viewed, items: Items): number {
  if (id === null) return position;
  for (let step = 0; step <= maxShift; step += 1) {
    if (items.at(position + step)?.id === id) return position + step;
    if (items.at(position - step)?.id === id) return position - step;
  }
  return position;
}

/** Smaller than a page of `useItems`, so that no page is skipped. */
const sampleStep = 50;

/** Positions from `first` to `last`, at least one on every page in between. */
function positionsCovering(first: number, last: number): number[] {
  const positions = [last];
  for (let position = first; position < last; position += sampleStep) positions.push(position);
  return positions;
}
