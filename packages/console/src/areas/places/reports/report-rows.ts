import type { ReportRow } from '@fairwatch/contract';
import type { ListSearch } from '../../../core/components/filters/list-search.ts';
import { matchingRows, type RowRules } from '../../../core/components/table/whole-list.ts';

/** A row of the report in the form of lists. */
export type ShownRow = ReportRow & { id: number };

export const reportSortFields = ['device', 'metres', 'stops', 'points'] as const;
type SortField = (typeof reportSortFields)[number];

const reportRows: RowRules<ShownRow, SortField> = {
  texts: ({ device, zones }) => [device, ...zones.map(({ name }) => name)],
  sortValues: {
    device: ({ device }) => device,
    metres: ({ metres }) => metres,
    stops: ({ stops }) => stops,
    points: ({ points }) => points,
  },
};

/** The rows that match a search by device or zone, in order. The server sends them all, because it limits their number. */
export function rowsOfReport(
  rows: readonly ReportRow[],
  view: Pick<ListSearch<SortField>, 'search' | 'sortBy' | 'sortDirection'>,
): ShownRow[] {
  const shown = rows.map((row) => Object.assign({ id: row.deviceId }, row));
  return matchingRows(shown, view, reportRows);
}
