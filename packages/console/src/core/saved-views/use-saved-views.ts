import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useUrlSearch } from '../components/use-list-search.ts';
import { keptValue } from '../storage/kept-value.ts';
import { isSame, isViews, rename, save, seenIn, type SavedView } from './saved-view.ts';

/** The columns of a list, as far as a view changes them. */
export interface HiddenColumns {
  hidden: readonly string[];
  hide: (keys: readonly string[]) => void;
}

export interface SavedViews {
  views: readonly SavedView[];
  /** The one that is on screen. */
  current: SavedView | null;
  apply: (view: SavedView) => void;
  save: (name: string) => void;
  rename: (from: string, to: string) => void;
  remove: (view: SavedView) => void;
  /** Puts back what was removed. */
  restore: (view: SavedView, place: number) => void;
}

/** The saved views of one list, which this browser keeps for the signed-in admin. */
export function useSavedViews(list: string, columns: HiddenColumns | undefined): SavedViews {
  const kept = keptValue<SavedView[]>(`saved-views:${list}`, [], isViews);
  const [views, setViews] = useState<readonly SavedView[]>(kept.read);
  const { raw } = useUrlSearch();
  const navigate = useNavigate();
  const seen = seenIn(raw, columns?.hidden ?? []);
  const keep = (next: readonly SavedView[]) => {
    kept.write([...next]);
    setViews(next);
  };
  return {
    views,
    current: views.find((view) => isSame(view, seen)) ?? null,
    apply: ({ search, hidden }) => {
      columns?.hide(hidden);
      void navigate({ to: '.', search, resetScroll: false } as never);
    },
    save: (name) => keep(save(views, name, seen)),
    rename: (from, to) => keep(rename(views, from, to)),
    remove: (view) => keep(views.filter((each) => each !== view)),
    restore: (view, place) => keep(views.filter(({ name }) => name !== view.name).toSpliced(place, 0, view)),
  };
}
