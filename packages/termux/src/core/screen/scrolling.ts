import type { Layout, PlacedAction } from './layout.ts';
import type { OpenPage } from './page-stack.ts';

type ScrollPlace = Pick<OpenPage, 'scroll' | 'selected'>;

/** Moves the visible part of a page and the cursor on it. Only what is visible can be chosen, so that nothing is agreed to unread. */
export function createScroller(place: ScrollPlace, layout: Layout, rows: number) {
  const last = Math.max(0, layout.lines.length - rows);
  const isVisible = ({ from }: PlacedAction) => from >= place.scroll && from < place.scroll + rows;
  const selectedIndex = () => layout.actions.findIndex(({ action }) => action.key === place.selected);

  function scrollTo(line: number): void {
    place.scroll = Math.min(last, Math.max(0, line));
  }

  /** Puts the cursor on an action that is visible: the one where it was, else the first or the last. */
  function settle(from: 'top' | 'bottom' = 'top'): void {
    scrollTo(place.scroll);
    const selected = layout.actions[selectedIndex()];
    if (selected && isVisible(selected)) return;
    const visible = layout.actions.filter(isVisible);
    place.selected = (from === 'top' ? visible[0] : visible.at(-1))?.action.key ?? null;
  }

  function select(next: PlacedAction): void {
    place.selected = next.action.key;
    // All of it, if there is room, and its first line in any case.
    scrollTo(Math.min(next.from, Math.max(place.scroll, next.to - rows + 1)));
  }

  return {
    settle,
    isVisible,
    /** The visible action under the cursor. */
    get selected(): PlacedAction | undefined {
      settle();
      return layout.actions[selectedIndex()];
    },
    get hasMore(): boolean {
      return place.scroll < last;
    },
    down(): void {
      const index = selectedIndex();
      const next = index === -1 ? layout.actions.find(isVisible) : layout.actions[index + 1];
      if (next && isVisible(next)) return select(next);
      scrollTo(place.scroll + 1);
      settle('bottom');
    },
    up(): void {
      const index = selectedIndex();
      const previous = index === -1 ? layout.actions.findLast(isVisible) : layout.actions[index - 1];
      if (previous && isVisible(previous)) return select(previous);
      scrollTo(place.scroll - 1);
      settle();
    },
    pageDown(): void {
      scrollTo(place.scroll + Math.max(1, rows - 1));
      settle();
    },
    pageUp(): void {
      scrollTo(place.scroll - Math.max(1, rows - 1));
      settle();
    },
    home(): void {
      scrollTo(0);
      settle();
    },
    end(): void {
      scrollTo(last);
      settle('bottom');
    },
    scrollTo,
  };
}
