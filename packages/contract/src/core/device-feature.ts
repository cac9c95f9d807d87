import { z } from 'zod/mini';
import type { Capability } from '../device-protocol/capabilities.ts';
import { command, type CommandType } from './command.ts';
import { endpoint, type Endpoint } from './endpoint.ts';
import { pageInput, wholeListBytes, wholeListInput } from './envelope.ts';
import { limits } from './limits.ts';
import { moment } from './moment.ts';
import type { Access, FeaturePermission } from './permissions.ts';

/** The device an endpoint is about. */
export const deviceId = z.int().check(z.positive());

/** Free text typed into a list's search box. */
export const searchInput = z._default(z.string().check(z.trim(), z.maxLength(limits.search.maxLength)), '');

/** Which way a list runs. */
export const sortDirection = z._default(z.enum(['asc', 'desc']), 'asc');
/** The same for a list that begins with the newest. */
export const newestFirst = z._default(z.enum(['asc', 'desc']), 'desc');

type FeatureAccessAsked = Exclude<Access, string>;

/** What an Update takes. */
const updateInput = z.strictObject({ deviceId });

/** What a command history takes. */
const historyInput = z.strictObject({ deviceId, ...pageInput });
const commands = z.array(command);

interface DeviceFeatureDefinition<
  Id extends string,
  Fields extends z.core.$ZodShape,
  SortField extends keyof Fields & string,
  FilterField extends keyof Fields & string,
> {
  id: Id;
  permission: FeaturePermission;
  capability: Capability;
  paths: { list: string; update: string; history: string };
  command: CommandType;
  record: z.ZodMiniObject<Fields>;
  searchIn: readonly (keyof Fields & string)[];
  /** The first one is the list's own order; a list by time begins with the newest. */
  sortBy: readonly [SortField, ...SortField[]];
  /** Fields by whose exact value the list can be narrowed. */
  filterBy?: readonly FilterField[];
  /** The field of time by which the list can be narrowed to a period, with `from` and `to`. */
  period?: keyof Fields & string;
}

/**
 * Declares one kind of device data. From it come three endpoints with their access, the device's rows, the
 * console's queries, the Excel columns and the shared tests. Data only: what differs is written by hand elsewhere.
 */
export function deviceFeature<
  const Id extends string,
  Fields extends z.core.$ZodShape,
  const SortField extends keyof Fields & string,
  const FilterField extends keyof Fields & string = never,
>(definition: DeviceFeatureDefinition<Id, Fields, SortField, FilterField>) {
  const { id, permission, capability, paths, record, sortBy, filterBy = [], period = null } = definition;
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
    }),
    update: endpoint({
      path: paths.update,
      access: { permission, level: 'FULL_ACCESS' },
      summary: `Ask a device for its ${id} now`,
      input: updateInput,
      output: command,
      device: { capability, action: 'COMMAND' },
    }),
    history: endpoint({
      path: paths.history,
      access: read,
      summary: `The commands that asked a device for its ${id}`,
      input: historyInput,
      output: commands,
      paged: true,
      device: { capability: null, action: 'READ' },
    }),
  };
}

/** What a list can be narrowed to: the exact value of some fields, and a period with `from` and, exclusive, `to`. */
export type ListFilter = Readonly<Record<string, unknown>>;

function filterInput(record: z.ZodMiniObject, filterBy: readonly string[], period: string | null) {
  const fields = Object.entries(record.shape).filter(([field]) => filterBy.includes(field));
  const shape = Object.fromEntries(fields.map(([field, schema]) => [field, z.optional(schema)]));
  const times = period === null ? {} : { from: z.optional(moment), to: z.optional(moment) };
  const filter: z.ZodMiniType<ListFilter, ListFilter> = z.strictObject({ ...shape, ...times });
  return z._default(filter, {});
}

/** What every feature's list takes, once its defaults are filled in. */
export interface DeviceListInput {
  deviceId: number;
  page: number;
  pageSize: number;
  after?: string | undefined;
  /** This page is one of an export. */
  export: boolean;
  search: string;
  sortBy: string;
  sortDirection: 'asc' | 'desc';
  filter: ListFilter;
}

/** A declared device feature, whatever its fields. */
export interface DeviceFeature {
  id: string;
  permission: FeaturePermission;
  capability: Capability;
  command: CommandType;
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
  history: Endpoint<typeof historyInput, typeof commands, FeatureAccessAsked, true>;
}

/** What of these values a feature filters by: whatever does not fit its field is left out. */
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
