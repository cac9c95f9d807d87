import { describe, expect, it } from 'vitest';
import { limits, paginationOf } from '@fairwatch/contract';
import { collectRows, type FetchPage } from './collect-rows.ts';

interface Row {
  id: number;
}

/** A list of `total` rows, served as the server does: a page begins after the row that `after` names. */
function listOf(total: number, asked: string[] = []): FetchPage<Row> {
  const all = Array.from({ length: total }, (_, index) => ({ id: index + 1 }));
  return ({ page, pageSize, after }) => {
    asked.push(after);
    const data = all.slice(Number(after), Number(after) + pageSize);
    const known = after === '' ? total : Number(after) + pageSize + 1;
    const next = data.length === pageSize ? { next: String(data.at(-1)?.id) } : {};
    return Promise.resolve({ data, pagination: { ...paginationOf(page, pageSize, known), ...next } });
  };
}

const going = () => new AbortController().signal;

async function idsOf(fetchPage: FetchPage<Row>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { rows } of collectRows(fetchPage, going())) ids.push(...rows.map(({ id }) => id));
  return ids;
}

describe('collecting all rows of a list', () => {
  it('reads every page, not only the one on screen', async () => {
    const total = limits.page.maxSize * 2 + 1;
    const asked: string[] = [];
    expect(await idsOf(listOf(total, asked))).toEqual(Array.from({ length: total }, (_, index) => index + 1));
    expect(asked).toEqual(['', '500', '1000']);
  });

  it('hands each page on before it reads the next, and tells how far it is', async () => {
    const asked: string[] = [];
    const shares: number[] = [];
    for await (const { rows, share } of collectRows(listOf(limits.page.maxSize * 4 - 1, asked), going())) {
      shares.push(share);
      expect(asked).toHaveLength(shares.length);
      expect(rows.length).toBeGreaterThanOrEqual(limits.page.maxSize - 1);
    }
    expect(shares).toEqual([0.25, 0.5, 0.75, 1]);
  });

  it('is content with an empty list', async () => {
    expect(await idsOf(listOf(0))).toEqual([]);
  });

  it('takes a row that moved on while the list was read once', async () => {
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
    const asked: string[] = [];
    const collecting = async () => {
      for await (const { share } of collectRows(listOf(limits.page.maxSize * 5, asked), controller.signal)) {
        if (share > 0.3) controller.abort();
      }
    };
    await expect(collecting()).rejects.toThrow(/abort/i);
    expect(asked.length).toBeLessThan(5);
  });
});
