import { adminList, limits, type Admin } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../core/api/query.ts';
import { useCan } from '../../core/components/can.tsx';
import { useAdminSession } from '../../core/session/session-store.ts';

/** The admins to whom the signed-in one may assign devices: those below them. Undefined while they load, and without access. */
export function useAdminsBelow(): readonly Admin[] | undefined {
  const enabled = useCan(adminList);
  const { userId } = useAdminSession();
  const input = { sortBy: 'username', pageSize: limits.page.maxSize, filter: { adminStatus: 'ADMIN' } } as const;
  const { data } = useQuery({ ...query(adminList, input), enabled });
  return data?.data.filter(({ id, blocked }) => String(id) !== userId && !blocked);
}
