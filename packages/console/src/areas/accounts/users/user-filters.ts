import { adminRoles, userTypes, type UserFilter } from '@fairwatch/contract';
import type { RawSearch } from '../../../core/components/filters/list-search.ts';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';

/** Reads the filters of a URL. Invalid values are ignored. */
function readFilters(raw: RawSearch): UserFilter {
  return {
    userType: userTypes.find((type) => type === raw.userType),
    adminStatus: adminRoles.find((role) => role === raw.adminStatus),
  };
}

/** The filters in the URL. Changing them returns the list to its first page. */
export function useUserFilters() {
  const { raw, patch } = useUrlSearch();
  const filters = readFilters(raw);
  return {
    filters,
    active: Object.values(filters).some((value) => value !== undefined),
    change: (change: UserFilter) => patch({ ...change, page: undefined }),
    clear: () => patch({ userType: undefined, adminStatus: undefined, page: undefined }),
  };
}
export type UserFilters = ReturnType<typeof useUserFilters>;

/** The account that the URL opens in the drawer; null for none. */
export function useOpenUser(): { userId: number | null; close: () => void } {
  const { raw, patch } = useUrlSearch();
  const userId = Number(raw.user);
  return {
    userId: Number.isSafeInteger(userId) && userId > 0 ? userId : null,
    close: () => patch({ user: undefined }),
  };
}
