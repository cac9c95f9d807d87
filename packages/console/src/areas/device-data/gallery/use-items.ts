import { gallery, type GalleryItem } from '@fairwatch/contract';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { query } from '../../../core/api/query.ts';
import type { GalleryInput } from './use-gallery.ts';

const pageSize = 100;
const pageOf = (position: number) => Math.floor(position / pageSize) + 1;

/** The items of a list by position. */
export interface Items {
  /** Undefined until the item is loaded. */
  at: (position: number) => GalleryItem | undefined;
  /** Loads a range of positions, both ends inclusive, on screen or not. */
  between: (first: number, last: number) => Promise<GalleryItem[]>;
}

/** Loads only the pages that contain `positions`. Requests for pages that are scrolled past quickly are cancelled. */
export function useItems(input: GalleryInput, positions: readonly number[]): Items {
  const client = useQueryClient();
  const pageQuery = (page: number) => query(gallery.list, { ...input, page, pageSize });
  const pages = [...new Set(positions.map(pageOf))].toSorted((one, other) => one - other);
  const results = useQueries({ queries: pages.map(pageQuery) });
  return {
    at: (position) => {
      if (position < 0) return undefined;
      const result = results[pages.indexOf(pageOf(position))];
      return result?.isError ? undefined : result?.data?.data[position % pageSize];
    },
    between: async (first, last) => {
      const found: GalleryItem[] = [];
      for (let page = pageOf(first); page <= pageOf(last); page += 1) {
        const { data } = await client.fetchQuery(pageQuery(page));
        const pageStart = (page - 1) * pageSize;
        found.push(...data.slice(Math.max(0, first - pageStart), Math.max(0, last - pageStart + 1)));
      }
      return found;
    },
  };
}
