import { adminList, limits, type Admin, nameInFull } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../core/api/client.ts';
import { useAdminSession, useOwnName } from '../../core/session/session-store.ts';
import { useAccessTexts } from './use-access-texts.ts';

const everyAdmin = { sortBy: 'username', pageSize: limits.page.maxSize } as const;

/** Loads all pages: who is missing could neither be chosen nor be told to be below. */
export async function loadEveryAdmin({ signal }: { signal?: AbortSignal }): Promise<readonly Admin[]> {
  const admins: Admin[] = [];
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await call(adminList, { ...everyAdmin, page }, signal);
    admins.push(...data);
    if (page >= (pagination?.totalPages ?? 1)) return admins;
  }
}

type Reporting = Pick<Admin, 'username' | 'reportsTo'>;

/** Returns whether an account reports to a superior, directly or indirectly, according to the list. */
export function isBelow(superior: string, { username, reportsTo }: Reporting, all: readonly Reporting[]): boolean {
  const superiorOf = new Map(all.map((each) => [each.username, each.reportsTo]));
  const seen = new Set([username]);
  for (let next = reportsTo; next !== '' && !seen.has(next); next = superiorOf.get(next) ?? '') {
    if (next === superior) return true;
    seen.add(next);
  }
  return false;
}

/** The options for whom an account reports to: the signed-in admin first, then the admins in the list, without those below the account. */
export function useSuperiors(account: Pick<Admin, 'id' | 'username'>) {
  const { t } = useAccessTexts();
  const { userId } = useAdminSession();
  const ownName = useOwnName();
  const { data: all = [] } = useQuery({ queryKey: [adminList.path, 'every'], queryFn: loadEveryAdmin });
  const others = all.filter(
    (admin) =>
      (admin.adminStatus === 'ADMIN' || admin.adminStatus === 'SUPER_ADMIN') &&
      !admin.blocked &&
      admin.id !== account.id &&
      String(admin.id) !== userId &&
      !isBelow(account.username, admin, all),
  );
  return [
    { value: userId, label: t('promote.you', { name: ownName }) },
    ...others.map((admin) => ({ value: String(admin.id), label: nameInFull(admin) })),
  ];
}
