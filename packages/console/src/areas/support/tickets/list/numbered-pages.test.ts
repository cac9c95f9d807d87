import { limits } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { collectRows } from '../../../../core/export/collect-rows.ts';
import { numberedPages } from './numbered-pages.ts';

it.each([0, 1, limits.page.maxSize, 2 * limits.page.maxSize + 1])(
  'reads a list of %d rows completely, each page once',
  async (totalItems) => {
    const requestedPages: number[] = [];
    const fetchPage = numberedPages(async ({ page, pageSize }) => {
      requestedPages.push(page);
      const first = (page - 1) * pageSize;
      const length = Math.max(0, Math.min(pageSize, totalItems - first));
      const data = Array.from({ length }, (_, index) => ({ id: first + index + 1 }));
      return { data, pagination: { page, pageSize, totalItems, totalPages: Math.ceil(totalItems / pageSize) } };
    });
    const ids: number[] = [];
    for await (const { rows } of collectRows(fetchPage, new AbortController().signal)) {
      ids.push(...rows.map(({ id }) => id));
    }
    expect(ids).toEqual(Array.from({ length: totalItems }, (_, index) => index + 1));
    expect(requestedPages).toEqual(
      Array.from({ length: Math.max(1, Math.ceil(totalItems / limits.page.maxSize)) }, (_, n) => n + 1),
    );
  },
);
