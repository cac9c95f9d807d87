import { paginationOf, type Pagination } from '@fairwatch/contract';
import { readError } from '../../api/query.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import type { ListSearch } from '../filters/list-search.ts';
import type { ListView } from '../filters/use-list-search.ts';
import type { ListRow } from './columns.ts';
import type { PagedList } from './use-paged-list.ts';
import { foldText } from '../text/fold-text.ts';

/** How the rows of a list are found and sorted in the browser. */
export interface RowRules<Row extends ListRow, SortField extends string> {
  /** The texts in which a search looks. */
  texts: (row: Row) => readonly string[];
  /** The values to sort by. Rows with the same value are sorted by id. */
  sortValues: Readonly<Record<SortField, (row: Row) => string | number>>;
}

/** The rows that match a search, in order. */
export function matchingRows<Row extends ListRow, SortField extends string>(
  rows: readonly Row[],
  { search, sortBy, sortDirection }: Pick<ListSearch<SortField>, 'search' | 'sortBy' | 'sortDirection'>,
  { texts, sortValues }: RowRules<Row, NoInfer<SortField>>,
): Row[] {
  const words = foldText(search);
  const valueOf = sortValues[sortBy];
  const order = sortDirection === 'asc' ? 1 : -1;
  return rows
    .filter((row) => texts(row).some((text) => foldText(text).includes(words)))
    .sort((one, other) => order * compare(valueOf(one), valueOf(other)) || one.id - other.id);
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const text = String(other);
  return String(one).localeCompare(text, currentLanguage());
}

/** One page of these rows. */
export function pageOfRows<Row extends ListRow>(
  rows: readonly Row[],
  { page, pageSize }: Pick<ListSearch, 'page' | 'pageSize'>,
): { rows: readonly Row[]; pagination: Pagination } {
  return {
    rows: rows.slice((page - 1) * pageSize, page * pageSize),
    pagination: paginationOf(page, pageSize, rows.length),
  };
}

interface WholeResult {
  data: unknown;
  error: Error | null;
  isPending: boolean;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

/** A list that the server sends as a whole, because it limits the number of rows. `rows` are those that match, in order. */
export function wholeList<Row extends ListRow>(
  result: WholeResult,
  rows: readonly Row[],
  view: ListView,
): PagedList<Row> {
  return {
    ...pageOfRows(rows, view),
    loading: result.isPending,
    refreshing: result.isPlaceholderData,
    error: readError(result),
    refetch: result.refetch,
    view,
  };
}
