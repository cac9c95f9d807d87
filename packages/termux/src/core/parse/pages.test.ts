import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPages, type Entry } from './pages.ts';

interface Phone {
  /** Newest first. */
  list: number[];
  /** Called after each page. */
  afterPage?: (phone: Phone, nth: number) => void;
  /** The offsets and limits that were asked for. */
  asked: [offset: number, limit: number][];
}

function readAll(phone: Phone, pageSize = 10, overlap = 3): Promise<number[]> {
  return readPages({
    pageSize,
    overlap,
    async readPage(offset, limit): Promise<Entry<number>[]> {
      phone.asked.push([offset, limit]);
      const page = phone.list.slice(offset, offset + limit).map((row) => ({ id: String(row), row }));
      phone.afterPage?.(phone, phone.asked.length);
      return page;
    },
  });
}

const numbers = (count: number) => Array.from({ length: count }, (_, place) => count - place);
const sorted = (rows: readonly number[]) => rows.toSorted((one, other) => other - one);

/** A page of an endless list of entries that are not sent. */
const readUnsent = async (offset: number, limit: number) =>
  Array.from({ length: limit }, (_, place) => ({ id: String(offset + place), row: null }));

describe('paging', () => {
  it('reads each entry once, whatever the number of entries', async () => {
    for (const count of [0, 1, 9, 10, 11, 17, 18, 100]) {
      expect(sorted(await readAll({ list: numbers(count), asked: [] }))).toEqual(numbers(count));
    }
  });

  it('reads a single page once', async () => {
    const phone: Phone = { list: numbers(9), asked: [] };
    await readAll(phone);
    expect(phone.asked).toEqual([[0, 10]]);
  });

  it('neither doubles nor loses entries when some arrive between pages', async () => {
    const phone: Phone = {
      list: numbers(35),
      asked: [],
      afterPage: ({ list }, nth) => nth <= 4 && list.unshift((list[0] ?? 0) + 1, (list[0] ?? 0) + 1.5),
    };
    expect(sorted(await readAll(phone))).toEqual(sorted(phone.list));
  });

  it('loses none when more arrive than a page overlaps', async () => {
    const phone: Phone = {
      list: numbers(35),
      asked: [],
      afterPage: ({ list }, nth) => nth === 2 && list.unshift(...numbers(60).slice(0, 25)),
    };
    expect(sorted(await readAll(phone))).toEqual(numbers(60));
  });

  it('loses none when some are deleted between pages, also more than a page overlaps', async () => {
    for (const deleted of [2, 3, 9, 14]) {
      const phone: Phone = {
        list: numbers(60),
        asked: [],
        afterPage: ({ list }, nth) => nth === 2 && list.splice(0, deleted),
      };
      expect(sorted(await readAll(phone))).toEqual(numbers(60));
    }
  });

  it('keeps what stays, whatever comes and goes', async () => {
    const changes = fc.array(fc.record({ arrive: fc.nat(4), leave: fc.nat(4) }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.nat(80), changes, async (count, steps) => {
        const phone: Phone = {
          list: numbers(count),
          asked: [],
          afterPage({ list }, nth) {
            const { arrive = 0, leave = 0 } = steps[nth - 1] ?? {};
            list.splice(0, leave);
            list.unshift(...Array.from({ length: arrive }, (_, place) => 1000 * nth + arrive - place));
          },
        };
        const rows = await readAll(phone);
        expect(new Set(rows).size).toBe(rows.length);
        const stayed = phone.list.filter((row) => row <= count);
        expect(rows).toEqual(expect.arrayContaining(stayed));
      }),
    );
  });

  it('ends when the phone ignores the offset', async () => {
    let asked = 0;
    const page = Array.from({ length: 10 }, (_, row) => ({ id: String(row), row }));
    const rows = await readPages({ pageSize: 10, overlap: 3, readPage: async () => ((asked += 1), page) });
    expect(rows).toHaveLength(10);
    expect(asked).toBeLessThan(10);
  });

  it('ends with a reason when no page joins the one before', async () => {
    let id = 0;
    const readPage = async () => Array.from({ length: 10 }, () => ({ id: String((id += 1)), row: id }));
    await expect(readPages({ pageSize: 10, overlap: 3, readPage })).rejects.toThrow('changed too often');
  });

  it('ends at the limit of an answer, with the newest', async () => {
    const count = 250_000;
    const rows = await readAll({ list: numbers(count), asked: [] }, 10_000, 50);
    expect(rows).toHaveLength(200_000);
    expect(rows[0]).toBe(count);
  });

  it('ends although nothing of an endless list is sent', async () => {
    expect(await readPages({ pageSize: 10_000, overlap: 50, readPage: readUnsent })).toEqual([]);
  });

  it('ends when the command is cancelled', async () => {
    const abort = new AbortController();
    const readPage = async (offset: number, limit: number) => {
      if (offset > 50) abort.abort();
      return Array.from({ length: limit }, (_, place) => ({ id: String(offset + place), row: 1 }));
    };
    await expect(readPages({ pageSize: 10, overlap: 3, readPage, signal: abort.signal })).rejects.toThrow('aborted');
  });
});
