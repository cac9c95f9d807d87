import { auditActions, limits, type AuditAction, type auditList, type InputOf } from '@fairwatch/contract';
import { daysInput, readDays, type Days } from '../../../core/components/time/days.ts';
import type { RawSearch } from '../../../core/components/filters/list-search.ts';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';

/** Filters by part of a name: of the actor, of the device's person, of the device, or of the object of the action. */
export const textFilters = ['actor', 'person', 'device', 'object'] as const;
type TextFilter = (typeof textFilters)[number];

/** The filters of the log besides its search. Days are calendar days in the reader's time zone: `2026-11-15`. */
export interface AuditFilters extends Days, Partial<Record<TextFilter, string | undefined>> {
  deviceId?: number | undefined;
  action?: AuditAction | undefined;
}

/** Reads the filters of a URL. Invalid values are ignored. */
export function readFilters(raw: RawSearch): AuditFilters {
  const deviceId = Number(raw.deviceId);
  return {
    deviceId: Number.isSafeInteger(deviceId) && deviceId > 0 ? deviceId : undefined,
    action: auditActions.find((action) => action === raw.action),
    ...Object.fromEntries(textFilters.map((name) => [name, readText(raw[name])])),
    ...readDays(raw),
  };
}

/** Reads a text filter. The URL parser turns a text of digits into a number. */
function readText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return String(value).trim().slice(0, limits.search.maxLength) || undefined;
}

/** Converts the filters to the input of the endpoint. */
export function filterInput({ from, to, ...rest }: AuditFilters): InputOf<typeof auditList> {
  return { ...rest, ...daysInput({ from, to }) };
}

export function isFiltered(filters: AuditFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** The change of the URL that clears every filter. */
const none: RawSearch = Object.fromEntries(
  ['deviceId', 'action', 'from', 'to', 'page', ...textFilters].map((name) => [name, undefined]),
);

/** The filters in the URL. Changing them returns the list to its first page. */
export function useAuditFilters() {
  const { raw, patch } = useUrlSearch();
  return {
    filters: readFilters(raw),
    change: (change: AuditFilters, options?: { replace: boolean }) => patch({ ...change, page: undefined }, options),
    clear: () => patch(none),
  };
}
