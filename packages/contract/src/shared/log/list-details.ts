import type { Pagination } from '../../core/http/envelope.ts';
import type { AuditDetails } from './audit-details.ts';
import { periodWords } from './day-words.ts';

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
  const narrowed = filterWords(filter);
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
    ...(narrowed !== '' && { filter: narrowed }),
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

/** Describes filters: "in Documents, only missed, from 1 November". */
function filterWords({ from, to, ...fields }: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : fieldWords(field, value),
  );
  const period = periodWords(asText(from), asText(to));
  return [...words, ...(period === '' ? [] : [period])].join(', ');
}

function fieldWords(field: string, value: unknown): string {
  if (field === 'parent') return `in ${String(value) || 'the shared folder'}`;
  if (field === 'album') return `in ${String(value)}`;
  if (field === 'address') return `with ${String(value)}`;
  if (typeof value === 'boolean') return `${value ? 'only' : 'without'} ${booleanNames[field] ?? field}`;
  return `only ${String(value).toLowerCase().replaceAll('_', ' ')}`;
}

/** The words for boolean filters, after "only" or "without". */
const booleanNames: Readonly<Record<string, string>> = {
  folder: 'folders',
  system: 'system apps',
  unread: 'unread ones',
  ongoing: 'open ones',
};

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
