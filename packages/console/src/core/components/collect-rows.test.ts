import { describe, expect, it } from 'vitest';
import { limits, paginationOf } from '@fairwatch/contract';
import { collectRows, type FetchPage } from './collect-rows.ts';

interface Row {
  id: number;
}

/** A list of `total` rows, served as the server does. */
function listOf(total: number, asked: number[] = []): FetchPage<Row> {
  const all = Array.from({ length: total }, (_, index) => ({ id: index + 1 }));
  return ({ page, pageSize }) => {
    asked.push(page);
    const data = all.slice((page - 1) * pageSize, page * pageSize);
    return Promise.resolve({ data, pagination: paginationOf(page, pageSize, total) });
  };
}

describe('collecting all rows of a list', () => {
  it('reads every page, not only the one on screen', async () => {
    const total = limits.page.maxSize * 2 + 1;
    const asked: number[] = [];
    const shares: number[] = [];
    const rows = await collectRows(listOf(total, asked), new AbortController().signal, (share) => shares.push(share));
    expect(rows.map((row) => row.id)).toEqual(Array.from({ length: total }, (_, index) => index + 1));
    expect(asked).toEqual([1, 2, 3]);
    expect(shares.at(-1)).toBe(1);
  });

  it('is content with an empty list', async () => {
    expect(await collectRows(listOf(0), new AbortController().signal, () => undefined)).toEqual([]);
  });

  it('takes a row that moved to the next page once', async () => {
    const pages = [
      [{ id: 1 }, { id: 2 }],
      [{ id: 2 }, { id: 3 }],
    ];
    const moving: FetchPage<Row> = ({ page }) =>
      Promise.resolve({ data: pages[page - 1] ?? [], pagination: paginationOf(page, 2, 4) });
    expect(await collectRows(moving, new AbortController().signal, () => undefined)).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 3 },
    ]);
  });

  it('stops when cancelled', async () => {
    const controller = new AbortController();
    const asked: number[] = [];
    const collecting = collectRows(listOf(limits.page.maxSize * 5, asked), controller.signal, () => controller.abort());
    await expect(collecting).rejects.toThrow(/abort/i);
    expect(asked.length).toBeLessThan(5);
  });
});
