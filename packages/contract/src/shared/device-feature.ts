import { z } from 'zod/mini';
import { capabilities, type Capability } from '../core/access/capabilities.ts';
import type { ChangedFeature } from './console-socket.ts';
import { givesCommand, listsCommands, type command, type CommandType } from './command.ts';
import { rowsLine } from './log/list-lines.ts';
import type { Noun } from './log/words/line-words.ts';
import { endpoint, type Endpoint } from './endpoint.ts';
import { pageInput, wholeListBytes, wholeListInput } from '../core/http/envelope.ts';
import { limits } from '../core/limits.ts';
import { moment } from '../core/fields/moment.ts';
import type { Access, FeaturePermission } from '../core/access/permissions.ts';

/** The device an endpoint is about. */
export const deviceId = z.int().check(z.positive());

/** Free text typed into a list's search box. */
export const searchInput = z._default(z.string().check(z.trim(), z.maxLength(limits.search.maxLength)), '');

/** The sort direction of a list, ascending by default. */
export const sortDirection = z._default(z.enum(['asc', 'desc']), 'asc');
/** The sort direction of a list that begins with the newest by default. */
export const newestFirst = z._default(z.enum(['asc', 'desc']), 'desc');

type FeatureAccessAsked = Exclude<Access, string>;

/** The input of an Update. */
const updateInput = z.strictObject({ deviceId });

/** The input of a command history. */
const historyInput = z.strictObject({ deviceId, ...pageInput });

interface DeviceFeatureDefinition<
  Id extends ChangedFeature,
  Permission extends FeaturePermission,
  Fields extends z.core.$ZodShape,
  SortField extends keyof Fields & string,
  FilterField extends keyof Fields & string,
> {
  id: Id;
  permission: Permission;
  capability: Capability;
  paths: { list: string; update: string; history: string };
  command: CommandType;
  /** What the log calls its rows. */
  noun: Noun;
  record: z.ZodMiniObject<Fields>;
  searchIn: readonly (keyof Fields & string)[];
  /** The sortable fields. The first is the default; a list that is sorted by time begins with the newest. */
  sortBy: readonly [SortField, ...SortField[]];
  /** The fields that can be filtered by an exact value. */
  filterBy?: readonly FilterField[];
  /** The timestamp that can be filtered by a period, with `from` and `to`. */
  period?: keyof Fields & string;
}

/**
 * Declares one kind of device data. Three endpoints with their access, the device's rows, the console's queries, the Excel columns and
 * the shared tests are derived from it. It contains data only.
 */
export function deviceFeature<
  const Id extends ChangedFeature,
  const Permission extends FeaturePermission,
  Fields extends z.core.$ZodShape,
  const SortField extends keyof Fields & string,
  const FilterField extends keyof Fields & string = never,
>(definition: DeviceFeatureDefinition<Id, Permission, Fields, SortField, FilterField>) {
  const { id, permission, capability, paths, record, noun, sortBy, filterBy = [], period = null } = definition;
  const { title } = capabilities[capability];
  const read = { permission, level: 'READ_ONLY' } as const;
  return {
    ...definition,
    filterBy,
    period,
    list: endpoint({
      path: paths.list,
      access: read,
      summary: `The ${id} of a device`,
      input: z.strictObject({
        deviceId,
        ...wholeListInput,
        search: searchInput,
        sortBy: z._default(z.enum(sortBy), sortBy[0]),
        sortDirection: sortBy[0] === period ? newestFirst : sortDirection,
        filter: filterInput(record, filterBy, period),
      }),
      output: z.array(z.extend(record, { id: z.int() })),
      paged: true,
      maxBodyBytes: wholeListBytes,
      device: { capability, action: 'READ' },
      answers: `rows of ${title}`,
      log: rowsLine(noun),
      staleBy: [id],
    }),
    update: endpoint({
      path: paths.update,
      access: { permission, level: 'FULL_ACCESS' },
      summary: `Ask a device for its ${id} now`,
      input: updateInput,
      ...givesCommand,
      commands: [definition.command],
      device: { capability, action: 'COMMAND' },
    }),
    history: endpoint({
      path: paths.history,
      access: read,
      tells: ['DEVICE', capability],
      summary: `The commands that asked a device for its ${id}`,
      input: historyInput,
      ...listsCommands('feature', capability),
    }),
  };
}

/** The filters of a list: exact values of some fields, and a period with `from` and an exclusive `to`. */
export type ListFilter = Readonly<Record<string, unknown>>;

function filterInput(record: z.ZodMiniObject, filterBy: readonly string[], period: string | null) {
  const fields = Object.entries(record.shape).filter(([field]) => filterBy.includes(field));
  const shape = Object.fromEntries(fields.map(([field, schema]) => [field, z.optional(schema)]));
  const times = period === null ? {} : { from: z.optional(moment), to: z.optional(moment) };
  const filter: z.ZodMiniType<ListFilter, ListFilter> = z.strictObject({ ...shape, ...times });
  return z._default(filter, {});
}

/** The input of every feature's list, with its defaults filled in. */
export interface DeviceListInput {
  deviceId: number;
  page: number;
  pageSize: number;
  after?: string | undefined;
  /** True for the pages of an export. */
  export: boolean;
  search: string;
  sortBy: string;
  sortDirection: 'asc' | 'desc';
  filter: ListFilter;
}

/** A declared device feature, whatever its fields. */
export interface DeviceFeature {
  id: ChangedFeature;
  permission: FeaturePermission;
  capability: Capability;
  command: CommandType;
  noun: Noun;
  record: z.ZodMiniObject;
  searchIn: readonly string[];
  sortBy: readonly string[];
  filterBy: readonly string[];
  period: string | null;
  list: Endpoint<
    z.ZodMiniType<DeviceListInput, Pick<DeviceListInput, 'deviceId'> & Partial<DeviceListInput>>,
    z.ZodMiniType<({ id: number } & Record<string, unknown>)[]>,
    FeatureAccessAsked,
    true
  >;
  update: Endpoint<typeof updateInput, typeof command, FeatureAccessAsked, false>;
  history: Endpoint<typeof historyInput, ReturnType<typeof listsCommands>['output'], FeatureAccessAsked, true>;
}

/** Keeps the values that are valid filters of a feature; all others are left out. */
export function readFilter(
  { filterBy, record }: Pick<DeviceFeature, 'filterBy' | 'record'>,
  raw: ListFilter,
): ListFilter {
  return Object.fromEntries(
    Object.entries(record.shape).flatMap(([field, schema]) => {
      const { success, data } = z.safeParse(schema, raw[field]);
      return success && filterBy.includes(field) ? [[field, data]] : [];
    }),
  );
}
