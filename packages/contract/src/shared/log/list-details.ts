import type { Pagination } from '../../core/http/envelope.ts';
import type { AuditDetails } from './audit-details.ts';

/** The input that all lists have. */
export interface ListInput {
  page: number;
  pageSize: number;
  after?: string | undefined;
  export?: boolean;
  search?: string | undefined;
  filter?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the details of an entry about a page of a list: how many rows it has, the search and the filters. */
export function listDetails(input: ListInput, { pagination }: { pagination: Pagination }): AuditDetails {
  const { search = '', filter = {}, page } = input;
  // A page that starts at a cursor knows only how many rows were read up to its end, not the total.
  const hasCursor = input.after !== undefined && input.after !== '';
  const shown = rowsShown(pagination);
  return {
    ...(input.export && !hasCursor
      ? { how: 'EXPORT' as const, count: pagination.totalItems }
      : {
          ...(input.export && { how: 'EXPORT' as const }),
          count: shown,
          ...(!hasCursor && { total: pagination.totalItems }),
        }),
    ...(pagination.totalIsMinimum && !hasCursor && { atLeast: 'yes' }),
    ...(search !== '' && { search }),
    ...filterFacts(filter),
    ...(page > 1 && { page }),
  };
}

/** Returns the details of an entry about numbers of rows, such as how many there are of each day. */
export function groupDetails(
  { search, filter }: Pick<ListInput, 'search' | 'filter'>,
  groups: readonly { count: number }[],
): AuditDetails {
  const totalItems = groups.reduce((sum, { count }) => sum + count, 0);
  const pagination = { page: 1, pageSize: totalItems, totalItems, totalPages: 1 };
  return listDetails({ page: 1, pageSize: totalItems, search, filter }, { pagination });
}

/** Returns how many rows a page has, from its position in the list. */
function rowsShown({ page, pageSize, totalItems }: Pagination): number {
  return Math.max(0, Math.min(pageSize, totalItems - (page - 1) * pageSize));
}

/** The filters as facts, of which `filterWords` makes words: `narrowed` has values such as `kind=PHOTO`. */
function filterFacts({ from, to, ...fields }: Readonly<Record<string, unknown>>): AuditDetails {
  const narrowed = Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : `${field}=${String(value)}`,
  );
  return {
    ...(narrowed.length > 0 && { narrowed }),
    ...(typeof from === 'string' && { since: from }),
    ...(typeof to === 'string' && { until: to }),
  };
}
