import { afterEach, describe, expect, it, vi } from 'vitest';
import { isBelow, loadEveryAdmin } from './use-superiors.ts';

const account = (username: string, reportsTo: string) => ({ username, reportsTo });
const [boss, middle, low, peer] = [
  account('boss', ''),
  account('middle', 'boss'),
  account('low', 'middle'),
  account('peer', 'x'),
];
const all = [boss, middle, low, peer];

describe('isBelow', () => {
  it('is true for accounts that report to the superior, directly or indirectly', () => {
    expect([boss, middle, low, peer].map((each) => isBelow('boss', each, all))).toEqual([false, true, true, false]);
    expect(isBelow('low', middle, all)).toBe(false);
  });

  it('ends when two accounts report to each other', () => {
    const cycle = [account('one', 'two'), account('two', 'one')];
    expect(isBelow('boss', account('one', 'two'), cycle)).toBe(false);
  });
});

describe('the admins to choose from', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are those of all pages', async () => {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', async (_url: string, request?: RequestInit) => {
      const { page } = JSON.parse(String(request?.body)) as { page: number };
      asked.push(page);
      const pagination = { page, pageSize: 500, totalItems: 1100, totalPages: 3 };
      const data = [{ id: page, username: `admin-${page}` }];
      return Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false, message: [], pagination } });
    });
    expect((await loadEveryAdmin({})).map(({ username }) => username)).toEqual(['admin-1', 'admin-2', 'admin-3']);
    expect(asked).toEqual([1, 2, 3]);
  });
});
