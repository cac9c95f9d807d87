import type { AuditDetails, ListFilter, Pagination } from '@fairwatch/contract';
import type { JsonPage } from '../../../http/route.ts';
import { periodWords } from './day-words.ts';

/** What any list may be asked for. */
interface ListInput {
  page: number;
  pageSize: number;
  after?: string | undefined;
  export?: boolean;
  search?: string;
  filter?: ListFilter;
}

/** How much of a list a page shows, what it was searched for and narrowed to. */
export function listDetails(input: ListInput, { pagination }: Pick<JsonPage, 'pagination'>): AuditDetails {
  const { search = '', filter = {}, page } = input;
  const narrowed = filterWords(filter);
  // A page from somewhere in the list knows only how much has been read up to its end.
  const beyond = input.after !== undefined && input.after !== '';
  const shown = rowsShown(pagination);
  return {
    ...(input.export && !beyond
      ? { how: 'EXPORT' as const, count: pagination.totalItems }
      : {
          ...(input.export && { how: 'EXPORT' as const }),
          count: shown,
          ...(!beyond && { total: pagination.totalItems }),
        }),
    ...(pagination.totalIsMinimum && !beyond && { atLeast: 'yes' }),
    ...(search !== '' && { search }),
    ...(narrowed !== '' && { filter: narrowed }),
    ...(page > 1 && { page }),
  };
}

/** How many rows a page has, from where it stands in the whole. */
function rowsShown({ page, pageSize, totalItems }: Pagination): number {
  return Math.max(0, Math.min(pageSize, totalItems - (page - 1) * pageSize));
}

/** What a list was narrowed to: "in Documents, only missed, from 1 November". */
function filterWords({ from, to, ...fields }: ListFilter): string {
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

/** What is true of a row by these fields. */
const booleanNames: Readonly<Record<string, string>> = {
  folder: 'folders',
  system: 'system apps',
  unread: 'unread ones',
  ongoing: 'open ones',
};

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
