import { describe, expect, it } from 'vitest';
import { limits, paginationOf } from '@fairwatch/contract';
import { collectRows, type FetchPage } from './collect-rows.ts';

interface Row {
  id: number;
}

/** A list of `total` rows with the server's cursor pagination: a page begins after the row that `after` names. */
function listOf(total: number, cursors: string[] = []): FetchPage<Row> {
  const all = Array.from({ length: total }, (_, index) => ({ id: index + 1 }));
  return ({ page, pageSize, after }) => {
    cursors.push(after);
    const data = all.slice(Number(after), Number(after) + pageSize);
    const known = after === '' ? total : Number(after) + pageSize + 1;
    const next = data.length === pageSize ? { next: String(data.at(-1)?.id) } : {};
    return Promise.resolve({ data, pagination: { ...paginationOf(page, pageSize, known), ...next } });
  };
}

const noAbort = () => new AbortController().signal;

async function idsOf(fetchPage: FetchPage<Row>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { rows } of collectRows(fetchPage, noAbort())) ids.push(...rows.map(({ id }) => id));
  return ids;
}

describe('collecting all rows of a list', () => {
  it('reads every page, not only the one on screen', async () => {
    const total = limits.page.maxSize * 2 + 1;
    const cursors: string[] = [];
    expect(await idsOf(listOf(total, cursors))).toEqual(Array.from({ length: total }, (_, index) => index + 1));
    expect(cursors).toEqual(['', '500', '1000']);
  });

  it('yields each page before it reads the next, with the progress', async () => {
    const cursors: string[] = [];
    const shares: number[] = [];
    for await (const { rows, share } of collectRows(listOf(limits.page.maxSize * 4 - 1, cursors), noAbort())) {
      shares.push(share);
      expect(cursors).toHaveLength(shares.length);
      expect(rows.length).toBeGreaterThanOrEqual(limits.page.maxSize - 1);
    }
    expect(shares).toEqual([0.25, 0.5, 0.75, 1]);
  });

  it('yields no rows for an empty list', async () => {
    expect(await idsOf(listOf(0))).toEqual([]);
  });

  it('yields a row once that moves to a later page meanwhile', async () => {
    const pages = [
      [{ id: 1 }, { id: 2 }],
      [{ id: 2 }, { id: 3 }],
    ];
    const moving: FetchPage<Row> = ({ page }) =>
      Promise.resolve({
        data: pages[page - 1] ?? [],
        pagination: { ...paginationOf(page, 2, 4), ...(page === 1 && { next: '2' }) },
      });
    expect(await idsOf(moving)).toEqual([1, 2, 3]);
  });

  it('stops when cancelled', async () => {
    const controller = new AbortController();
    const cursors: string[] = [];
    const collecting = async () => {
      for await (const { share } of collectRows(listOf(limits.page.maxSize * 5, cursors), controller.signal)) {
        if (share > 0.3) controller.abort();
      }
    };
    await expect(collecting()).rejects.toThrow(/abort/i);
    expect(cursors.length).toBeLessThan(5);
  });
});
