import { capabilityNames, featurePermissions } from '../../packages/contract/src/index.ts';

/** What a field of a new feature can be: its schema in the contract and its column in the database. */
export const fieldKinds = {
  string: { schema: 'z.string()', column: 'text' },
  date: { schema: 'z.iso.datetime()', column: 'timestamptz' },
  int: { schema: 'z.int()', column: 'bigint' },
  number: { schema: 'z.number()', column: 'double precision' },
  boolean: { schema: 'z.boolean()', column: 'boolean' },
} as const;

export interface Field {
  name: string;
  kind: keyof typeof fieldKinds;
}

/** Everything the templates need to know about a new feature. */
export interface FeaturePlan {
  /** `call-logs`: folder, file prefix, locale section and, with underscores, the table. */
  id: string;
  /** `callLogs`, in code. */
  name: string;
  /** `CallLogs`, for types and components. */
  typeName: string;
  /** `Call Logs`, on screen. */
  title: string;
  permission: string;
  capability: string;
  paths: { list: string; update: string; history: string };
  command: string;
  /** The icon of its page and its sidebar item, as `@tabler/icons-react` names it. */
  icon: string;
  fields: readonly Field[];
}

export const usage = `usage: npm run new-feature -- <id> --permission NAME --capability NAME --path WORD --command NAME
         --fields name:kind,... [--icon NAME] [--list PATH] [--update PATH] [--history PATH]

  <id>          kebab-case, in the plural: call-logs
  --permission  what an admin must hold: CALL_LOG
  --capability  what the device's person must have granted: CALL_LOG
  --path        the first part of its calls: call-log
  --command     what the device is asked: UPDATE_CALLS
  --fields      kinds: ${Object.keys(fieldKinds).join(', ')}; at least one string
  --icon        of Tabler: IconPhone; IconListDetails unless given
  --list, --update, --history
                these calls after the path, unless all, command/update and command/all`;

export interface PlanInput {
  id?: string | undefined;
  permission?: string | undefined;
  capability?: string | undefined;
  path?: string | undefined;
  command?: string | undefined;
  fields?: string | undefined;
  icon?: string | undefined;
  list?: string | undefined;
  update?: string | undefined;
  history?: string | undefined;
}

/** Validates the arguments. Throws a readable error. */
export function planFeature(input: PlanInput): FeaturePlan {
  const id = matching('<id>', input.id, /^[a-z]+(-[a-z]+)*$/);
  const path = matching('--path', input.path, /^[a-z]+([-_][a-z]+)*$/);
  const callOf = (what: 'list' | 'update' | 'history', usual: string) =>
    `${path}/${matching(`--${what}`, input[what] ?? usual, /^[a-z]+([-_/][a-z]+)*$/)}`;
  const typeName = id.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return {
    id,
    name: lowerFirst(typeName),
    typeName,
    title: id.split('-').map(upperFirst).join(' '),
    permission: oneOf('--permission', input.permission, featurePermissions),
    capability: oneOf('--capability', input.capability, capabilityNames),
    paths: {
      list: callOf('list', 'all'),
      update: callOf('update', 'command/update'),
      history: callOf('history', 'command/all'),
    },
    command: matching('--command', input.command, /^[A-Z]+(_[A-Z]+)*$/),
    icon: matching('--icon', input.icon ?? 'IconListDetails', /^Icon[A-Z]\w*$/),
    fields: parseFields(input.fields ?? ''),
  };
}

function parseFields(text: string): Field[] {
  const fields = text.split(',').map((part) => {
    const [name, kind = ''] = part.split(':');
    if (!isKind(kind)) throw new Error(`--fields: "${part}" is not name:kind with a kind of ${kindNames()}.`);
    return { name: matching('--fields', name, /^[a-z][a-zA-Z]*$/), kind };
  });
  const names = fields.map(({ name }) => name);
  const taken = names.find((name) => ['id', 'deviceId', 'key', 'receivedAt'].includes(name));
  if (taken !== undefined) throw new Error(`--fields: ${taken} is there already.`);
  if (new Set(names).size < names.length) throw new Error('--fields: a name is there twice.');
  if (!fields.some(({ kind }) => kind === 'string')) throw new Error('--fields: search needs at least one string.');
  return fields;
}

function isKind(kind: string): kind is Field['kind'] {
  return Object.hasOwn(fieldKinds, kind);
}

function kindNames(): string {
  return Object.keys(fieldKinds).join(', ');
}

function matching(what: string, value: string | undefined, pattern: RegExp): string {
  if (value !== undefined && pattern.test(value)) return value;
  throw new Error(`${what}: "${value ?? ''}" does not fit.`);
}

function oneOf(what: string, value: string | undefined, allowed: readonly string[]): string {
  if (value !== undefined && allowed.includes(value)) return value;
  throw new Error(`${what}: "${value ?? ''}" is none of ${allowed.join(', ')}.`);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `phoneNumber` and `call-logs` as PostgreSQL names them. */
export function snakeCase(name: string): string {
  return name.replaceAll('-', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What one row and several are called in the log; whoever adds the feature may know better words. */
export function nounOf({ id }: Pick<FeaturePlan, 'id'>): { one: string; many: string } {
  const many = id.replaceAll('-', ' ');
  return { one: many.replace(/s$/, ''), many };
}
