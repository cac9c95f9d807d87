import { paginationOf, type ReportRow } from '@fairwatch/contract';
import type { ListSearch } from '../../core/components/filters/list-search.ts';
import { currentLanguage } from '../../core/i18n/i18n.ts';

/** A row of the report in the form of lists. */
export type ShownRow = ReportRow & { id: number };

export const reportSortFields = ['device', 'metres', 'stops', 'points'] as const;
type ReportSearch = ListSearch<(typeof reportSortFields)[number]>;

/** The rows that match a search by device or zone, in order. The server sends them all, because it limits their number. */
export function rowsOfReport(
  rows: readonly ReportRow[],
  { search, sortBy, sortDirection }: Pick<ReportSearch, 'search' | 'sortBy' | 'sortDirection'>,
): ShownRow[] {
  const words = search.toLowerCase();
  const order = sortDirection === 'asc' ? 1 : -1;
  return rows
    .filter(({ device, zones }) =>
      [device, ...zones.map(({ name }) => name)].some((text) => text.toLowerCase().includes(words)),
    )
    .map((row) => Object.assign({ id: row.deviceId }, row))
    .sort((a, b) => order * compare(a, b, sortBy) || a.id - b.id);
}

/** One page of these rows. */
export function pageOf(rows: readonly ShownRow[], { page, pageSize }: Pick<ReportSearch, 'page' | 'pageSize'>) {
  return {
    rows: rows.slice((page - 1) * pageSize, page * pageSize),
    pagination: paginationOf(page, pageSize, rows.length),
  };
}

function compare(a: ReportRow, b: ReportRow, sortBy: ReportSearch['sortBy']): number {
  return sortBy === 'device' ? a.device.localeCompare(b.device, currentLanguage()) : a[sortBy] - b[sortBy];
}
