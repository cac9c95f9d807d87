import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { columnTypes } from './column-types.ts';
import { readMigrations } from './migrate.ts';
import type { Database } from './schema.ts';

interface Column {
  table: string;
  name: string;
  sqlType: string;
  isNullable: boolean;
  hasDefault: boolean;
  /** Computed by the database, and never written. */
  isGenerated: boolean;
  /** The check of this column alone. */
  check: string | null;
}

const lineWidth = 120;

/** Where the types are imported from that are not of the contract; empty for those of the language. */
const modules = new Map(
  Object.entries({
    ColumnType: 'kysely',
    Generated: 'kysely',
    GeneratedAlways: 'kysely',
    Buffer: '',
    Date: '',
    Record: '',
  }),
);

/** Writes the types of the tables for Kysely: the text of a file for each domain. */
export async function writeTableTypes(db: Database): Promise<Map<string, string>> {
  const domains = await readDomains();
  const tables = Map.groupBy(await readColumns(db), ({ table }) => table);
  const byDomain = Map.groupBy(tables.entries(), ([table]) => {
    const domain = domains.get(table);
    if (domain === undefined) throw new Error(`No heading stands above the table ${table}.`);
    return domain;
  });
  return new Map([...byDomain].map(([domain, own]) => [domain, writeDomain(domain, own)]));
}

/** Reads the domain of each table from the headings in the SQL files. */
async function readDomains(): Promise<Map<string, string>> {
  const baseline = await readFile(new URL('./schema.sql', import.meta.url), 'utf8');
  const text = [baseline, ...(await readMigrations()).map((file) => `-- ==== none ====\n${file.text}`)].join('\n');
  return new Map(
    text
      .split(/^-- ==== /m)
      .slice(1)
      .flatMap((section) => {
        const domain = section.slice(0, section.indexOf(' ===='));
        return [...section.matchAll(/^create table (?:if not exists )?(\w+)/gm)].map(
          ([, table = '']) => [table, domain] as const,
        );
      }),
  );
}

/** Reads all columns but those of tables of device rows, whose queries `rowTable` writes. */
async function readColumns(db: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as "sqlType",
      not a.attnotnull as "isNullable", d.oid is not null and a.attgenerated = '' as "hasDefault",
      a.attidentity <> '' or a.attgenerated <> '' as "isGenerated",
      (select max(pg_get_constraintdef(k.oid)) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as "check"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attnum > 0 and not a.attisdropped
      and (select count(*) from pg_attribute o where o.attrelid = c.oid and not o.attisdropped
        and o.attname in ('device_id', 'key', 'received_at')) < 3
    order by c.relname, a.attnum`.execute(db);
  return rows;
}

function writeDomain(domain: string, tables: readonly (readonly [string, readonly Column[]])[]): string {
  const body = tables.map(([table, columns]) => writeTable(table, columns)).join('\n');
  const unquoted = body.replaceAll(/'[^']*'/g, '');
  const used = [...new Set(unquoted.match(/\b[A-Z]\w+/g))].sort();
  const from = Map.groupBy(used, (name) => modules.get(name) ?? '@fairwatch/contract');
  return `${['@fairwatch/contract', 'kysely'].map((module) => writeImport(module, from.get(module) ?? [])).join('')}
/** The tables of ${domain}. Generated from the schema: \`migrations/README.md\` says how. */
export interface ${nameOfDomain(domain)} {
${body}
}
`;
}

function nameOfDomain(domain: string): string {
  return `${domain.replaceAll(/(?:^|\s)(\w)/g, (_, letter: string) => letter.toUpperCase())}Tables`;
}

function writeImport(from: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const line = `import type { ${names.join(', ')} } from '${from}';\n`;
  return line.length <= lineWidth + 1 ? line : `import type {\n  ${names.join(',\n  ')},\n} from '${from}';\n`;
}

function writeTable(table: string, columns: readonly Column[]): string {
  const fields = columns.map((column) => `${column.name}: ${typeOf(column)}`);
  const line = `  ${table}: { ${fields.join('; ')} };`;
  return line.length <= lineWidth ? line : `  ${table}: {\n    ${fields.join(';\n    ')};\n  };`;
}

function typeOf(column: Column): string {
  const { table, name, sqlType, isNullable, hasDefault, isGenerated, check } = column;
  const narrow = columnTypes[`${table}.${name}`] ?? columnTypes[name] ?? listedValues(check);
  const orNull = (type: string) => (isNullable && type !== 'unknown' ? `${type} | null` : type);
  const type = orNull(narrow ?? plainTypeOf(column));
  if (isGenerated) return `GeneratedAlways<${type}>`;
  // Written as a text: a day as `2030-01-31`.
  if (sqlType === 'jsonb' || sqlType === 'date') {
    const written = orNull('string');
    return `ColumnType<${type}, ${hasDefault ? `${written} | undefined` : written}, ${written}>`;
  }
  return hasDefault ? `Generated<${type}>` : type;
}

/** Returns the values as a union for a check such as `state in ('OPEN', 'CLOSED')`. */
function listedValues(check: string | null): string | null {
  const values = /^CHECK \(\(\w+ = ANY \(ARRAY\[(('\w+'::text(, )?)+)\]\)\)\)$/.exec(check ?? '')?.[1];
  return values?.replaceAll('::text', '').replaceAll(', ', ' | ') ?? null;
}

const plainTypes: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  'double precision': 'number',
  integer: 'number',
  jsonb: 'unknown',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  uuid: 'string',
};

function plainTypeOf({ table, name, sqlType }: Column): string {
  const type = plainTypes[sqlType.replace('[]', '')];
  if (type === undefined) throw new Error(`${table}.${name} has the type ${sqlType}, which has no type here.`);
  return sqlType.endsWith('[]') ? `${type}[]` : type;
}
