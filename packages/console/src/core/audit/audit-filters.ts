import { auditActions, type AuditAction, type auditList, type InputOf } from '@fairwatch/contract';
import { daysInput, readDays, type Days } from '../components/days.ts';
import type { RawSearch } from '../components/list-search.ts';
import { useUrlSearch } from '../components/use-list-search.ts';

/** What the log is narrowed to, beside its search. Days are calendar days of whoever looks: `2026-11-15`. */
export interface AuditFilters extends Days {
  deviceId?: number | undefined;
  action?: AuditAction | undefined;
}

/** Reads the filters of a URL. Rubbish in it means no filter. */
export function readFilters(raw: RawSearch): AuditFilters {
  const deviceId = Number(raw.deviceId);
  return {
    deviceId: Number.isSafeInteger(deviceId) && deviceId > 0 ? deviceId : undefined,
    action: auditActions.find((action) => action === raw.action),
    ...readDays(raw),
  };
}

/** The filters as the server takes them. */
export function filterInput({ from, to, ...rest }: AuditFilters): InputOf<typeof auditList> {
  return { ...rest, ...daysInput({ from, to }) };
}

export function isFiltered(filters: AuditFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** The filters in the URL, and the way to change some of them: the list then starts at its first page. */
export function useAuditFilters() {
  const { raw, patch } = useUrlSearch();
  return {
    filters: readFilters(raw),
    change: (change: AuditFilters) => patch({ ...change, page: undefined }),
    clear: () => patch({ deviceId: undefined, action: undefined, from: undefined, to: undefined, page: undefined }),
  };
}
