import { gallery, type GalleryItem } from '@fairwatch/contract';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { query } from '../../core/api/query.ts';
import type { GalleryInput } from './use-gallery.ts';

const pageSize = 100;
const pageOf = (place: number) => Math.floor(place / pageSize) + 1;

/** The items of a list by their place in it. */
export interface Items {
  /** Undefined while it is not read. */
  at: (place: number) => GalleryItem | undefined;
  /** Reads what is between two places, the last one included, wherever it is. */
  between: (first: number, last: number) => Promise<GalleryItem[]>;
}

/** Reads the pages that hold these places, and no others. What is scrolled past in a hurry is not waited for. */
export function useItems(input: GalleryInput, places: readonly number[]): Items {
  const client = useQueryClient();
  const pageQuery = (page: number) => query(gallery.list, { ...input, page, pageSize });
  const pages = [...new Set(places.map(pageOf))].toSorted((one, other) => one - other);
  const results = useQueries({ queries: pages.map(pageQuery) });
  return {
    at: (place) => {
      if (place < 0) return undefined;
      const result = results[pages.indexOf(pageOf(place))];
      return result?.isError ? undefined : result?.data?.data[place % pageSize];
    },
    between: async (first, last) => {
      const found: GalleryItem[] = [];
      for (let page = pageOf(first); page <= pageOf(last); page += 1) {
        const { data } = await client.fetchQuery(pageQuery(page));
        const before = (page - 1) * pageSize;
        found.push(...data.slice(Math.max(0, first - before), Math.max(0, last - before + 1)));
      }
      return found;
    },
  };
}
