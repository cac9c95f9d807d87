import { auditActions, type AuditAction, type auditList, type InputOf } from '@fairwatch/contract';
import type { RawSearch } from '../../core/components/list-search.ts';
import { useUrlSearch } from '../../core/components/use-list-search.ts';

/** What the log is narrowed to, beside its search. Days are calendar days of whoever looks: `2026-11-15`. */
export interface AuditFilters {
  deviceId?: number | undefined;
  action?: AuditAction | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Reads the filters of a URL. Rubbish in it means no filter. */
export function readFilters(raw: RawSearch): AuditFilters {
  const deviceId = Number(raw.deviceId);
  return {
    deviceId: Number.isSafeInteger(deviceId) && deviceId > 0 ? deviceId : undefined,
    action: auditActions.find((action) => action === raw.action),
    from: dayStart(raw.from, 0) === undefined ? undefined : String(raw.from),
    to: dayStart(raw.to, 0) === undefined ? undefined : String(raw.to),
  };
}

/** The filters as the server takes them: from the first day's beginning to the last day's end, in local time. */
export function filterInput({ from, to, ...rest }: AuditFilters): InputOf<typeof auditList> {
  return { ...rest, from: dayStart(from, 0), to: dayStart(to, 1) };
}

/** When a day begins here, so many days later; undefined for what is no day. */
function dayStart(day: unknown, later: number): string | undefined {
  if (typeof day !== 'string' || !/^[12]\d{3}-\d\d-\d\d$/.test(day)) return undefined;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date);
  // The 31st of April would be the 1st of May.
  if (start.getMonth() !== month - 1 || start.getDate() !== date) return undefined;
  start.setDate(date + later);
  return start.toISOString();
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
