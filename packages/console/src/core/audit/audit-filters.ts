import { auditActions, limits, type AuditAction, type auditList, type InputOf } from '@fairwatch/contract';
import { daysInput, readDays, type Days } from '../components/days.ts';
import type { RawSearch } from '../components/list-search.ts';
import { useUrlSearch } from '../components/use-list-search.ts';

/** Filters that are part of a name: who did it, whose device, which device, what it was about. */
export const textFilters = ['actor', 'person', 'device', 'object'] as const;
type TextFilter = (typeof textFilters)[number];

/** What the log is narrowed to, beside its search. Days are calendar days of whoever looks: `2026-11-15`. */
export interface AuditFilters extends Days, Partial<Record<TextFilter, string | undefined>> {
  deviceId?: number | undefined;
  action?: AuditAction | undefined;
}

/** Reads the filters of a URL. Rubbish in it means no filter. */
export function readFilters(raw: RawSearch): AuditFilters {
  const deviceId = Number(raw.deviceId);
  return {
    deviceId: Number.isSafeInteger(deviceId) && deviceId > 0 ? deviceId : undefined,
    action: auditActions.find((action) => action === raw.action),
    ...Object.fromEntries(textFilters.map((name) => [name, readText(raw[name])])),
    ...readDays(raw),
  };
}

/** A number in the URL was typed as text. */
function readText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return String(value).trim().slice(0, limits.search.maxLength) || undefined;
}

/** The filters as the server takes them. */
export function filterInput({ from, to, ...rest }: AuditFilters): InputOf<typeof auditList> {
  return { ...rest, ...daysInput({ from, to }) };
}

export function isFiltered(filters: AuditFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** Every filter taken off. */
const none: RawSearch = Object.fromEntries(
  ['deviceId', 'action', 'from', 'to', 'page', ...textFilters].map((name) => [name, undefined]),
);

/** The filters in the URL, and the way to change some of them: the list then starts at its first page. */
export function useAuditFilters() {
  const { raw, patch } = useUrlSearch();
  return {
    filters: readFilters(raw),
    change: (change: AuditFilters, options?: { replace: boolean }) => patch({ ...change, page: undefined }, options),
    clear: () => patch(none),
  };
}
