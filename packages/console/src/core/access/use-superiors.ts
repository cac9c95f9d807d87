import { adminList, limits, type Admin } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../api/query.ts';
import { useSession } from '../session/session-store.ts';
import { useAccessTexts } from './use-access-texts.ts';

type Place = Pick<Admin, 'username' | 'reportsTo'>;

/** Whether somebody reports to an account, directly or further down, as far as the list tells. */
export function isBelow(superior: string, { username, reportsTo }: Place, all: readonly Place[]): boolean {
  const above = new Map(all.map((each) => [each.username, each.reportsTo]));
  const seen = new Set([username]);
  for (let next = reportsTo; next !== '' && !seen.has(next); next = above.get(next) ?? '') {
    if (next === superior) return true;
    seen.add(next);
  }
  return false;
}

/** Whom an account can report to: oneself first, then the admins one may act on, but nobody who is below the account. */
export function useSuperiors(account: Pick<Admin, 'id' | 'username'>) {
  const { t } = useAccessTexts();
  const { userId, username } = useSession();
  const { data } = useQuery(query(adminList, { sortBy: 'username', pageSize: limits.page.maxSize }));
  const all = data?.data ?? [];
  const others = all.filter(
    (admin) =>
      (admin.adminStatus === 'ADMIN' || admin.adminStatus === 'SUPER_ADMIN') &&
      !admin.blocked &&
      admin.id !== account.id &&
      String(admin.id) !== userId &&
      !isBelow(account.username, admin, all),
  );
  return [
    { value: userId, label: t('promote.you', { name: username }) },
    ...others.map(({ id, username: name }) => ({ value: String(id), label: name })),
  ];
}
