import { deleteView, renameView, savedViews, saveView, type SavedView } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { textOfError } from '../../core/api/api-error.ts';
import { call, type Answer } from '../../core/api/client.ts';
import { invalidate, query, queryClient } from '../../core/api/query.ts';
import { useUrlSearch } from '../../core/components/filters/use-list-search.ts';
import { toast } from '../../core/toast/toast.tsx';
import { isSame, searchOf, viewStateOf } from './saved-view.ts';
import { moveLocalViews } from './move-local-views.ts';

/** The hidden columns of a list, which a view saves. */
export interface HiddenColumns {
  hidden: readonly string[];
  hide: (keys: readonly string[]) => void;
}

export interface SavedViews {
  views: readonly SavedView[];
  /** The view that matches the current state of the list. */
  current: SavedView | null;
  apply: (view: SavedView) => void;
  /** Saves the current state of the list. */
  save: (name: string) => void;
  rename: (from: string, to: string) => void;
  remove: (view: SavedView) => void;
  /** Saves a removed view again. */
  restore: (view: SavedView) => void;
}

const noViews: readonly SavedView[] = [];

/** The signed-in admin's saved views of one list. They belong to the account, so they are there in every browser. */
export function useSavedViews(list: string, columns: HiddenColumns | undefined): SavedViews {
  const viewsQuery = query(savedViews, { list });
  const { data } = useQuery(viewsQuery);
  const { raw } = useUrlSearch();
  const navigate = useNavigate();
  const views = data?.data ?? noViews;
  const state = viewStateOf(raw, columns?.hidden ?? []);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (!isLoaded) return;
    const saved = queryClient.getQueryData(query(savedViews, { list }).queryKey)?.data ?? noViews;
    // A failed move is retried when the list is opened the next time.
    void moveLocalViews(list, saved)
      .then((moved) => (moved ? invalidate(savedViews) : undefined))
      .catch(() => undefined);
  }, [list, isLoaded]);
  /** Shows the views that the server returns after a change. */
  async function applyChange(change: Promise<Answer<SavedView[]>>): Promise<void> {
    try {
      queryClient.setQueryData(viewsQuery.queryKey, await change);
    } catch (error) {
      toast.error(textOfError(error));
    }
  }
  return {
    views,
    current: views.find((view) => isSame(view, state)) ?? null,
    apply: (view) => {
      columns?.hide(view.hidden);
      void navigate({ to: '.', search: searchOf(view), resetScroll: false });
    },
    save: (name) => void applyChange(call(saveView, { list, view: { name, ...state } })),
    rename: (from, to) => void applyChange(call(renameView, { list, from, to })),
    remove: ({ name }) => void applyChange(call(deleteView, { list, name })),
    restore: (view) => void applyChange(call(saveView, { list, view })),
  };
}
