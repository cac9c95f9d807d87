import { sql, type Kysely } from 'kysely';
import { domainOfTable, schemaDomains, type SchemaDomain } from './schema-domains.ts';

/** A statement of the schema and the table that it belongs to; null for a function that no trigger calls. */
interface Part {
  name: string;
  table: string | null;
  definition: string;
  comment: string | null;
}

/**
 * Describes the schema after all migrations: tables with constraints, indexes, functions and triggers, grouped by domain. It
 * is for readers only; nothing is created from it.
 */
export async function describeSchema<Schema>(db: Kysely<Schema>): Promise<string> {
  const [tables, indexes, functions, triggers] = await Promise.all([
    readTables(db),
    readIndexes(db),
    readFunctions(db),
    readTriggers(db),
  ]);
  const sections = schemaDomains.map((domain) => {
    const own = (parts: readonly Part[]) => parts.filter(({ table }) => domainOf(table) === domain);
    const storage = own(tables).flatMap((table) =>
      [table].concat(indexes.filter((index) => index.table === table.name)),
    );
    const statements = [...storage, ...own(functions), ...own(triggers)].map(statementOf);
    return statements.length === 0 ? '' : `${rule}\n-- ${domain}\n${rule}\n\n${statements.join('\n\n')}\n`;
  });
  return `${head}\n${sections.filter((section) => section !== '').join('\n')}`;
}

const rule = `-- ${'='.repeat(100)}`;
const head = `-- The schema that the migrations make, grouped by domain. Generated: change it by a migration, never here.
-- \`npx vitest run --project server schema -u\` writes it again.
`;

function domainOf(table: string | null): SchemaDomain {
  return table === null ? 'shared' : domainOfTable(table);
}

function statementOf({ definition, comment }: Part): string {
  // There is one schema only, so its name is left out.
  const text = definition
    .trim()
    .replace(/;?$/, ';')
    .replaceAll(/\bpublic\./g, '');
  return comment === null ? text : `${comment.replaceAll(/^/gm, '-- ')}\n${text}`;
}

async function readTables<Schema>(db: Kysely<Schema>): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select c.relname as name, c.relname as "table", obj_description(c.oid, 'pg_class') as comment,
      'create table ' || c.relname || E' (\n  ' || (
        select string_agg(line, E',\n  ' order by kind, place) from (
          select 1 as kind, a.attnum::int as place, concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
            case when a.attcollation <> t.typcollation then 'collate ' || l.collname end,
            case when a.attidentity = 'a' then 'generated always as identity' end,
            case when a.attgenerated = 's' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored' end,
            case when a.attgenerated = '' then 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
            case when a.attnotnull then 'not null' end) as line
          from pg_attribute a join pg_type t on t.oid = a.atttypid
            left join pg_collation l on l.oid = a.attcollation
            left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          union all
          select 2, row_number() over (order by con.contype, con.conname)::int,
            'constraint ' || con.conname || ' ' || pg_get_constraintdef(con.oid)
          from pg_constraint con where con.conrelid = c.oid and con.contype <> 'n' and con.contype <> 't'
        ) as lines
      ) || E'\n)' || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as definition
    from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
    order by c.relname`.execute(db);
  return rows;
}

async function readIndexes<Schema>(db: Kysely<Schema>): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select i.relname as name, c.relname as "table", pg_get_indexdef(i.oid) as definition,
      obj_description(i.oid, 'pg_class') as comment
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
    where c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_constraint con where con.conindid = i.oid)
    order by c.relname, i.relname`.execute(db);
  return rows;
}

/** Lists a function with the table whose triggers call it; one that several domains call is shared. */
async function readFunctions<Schema>(db: Kysely<Schema>): Promise<Part[]> {
  const { rows } = await sql<Omit<Part, 'table'> & { tables: string[] }>`
    select p.proname as name, pg_get_functiondef(p.oid) as definition, obj_description(p.oid, 'pg_proc') as comment,
      array(select distinct c.relname::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where t.tgfoid = p.oid order by 1) as tables
    from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.proname, p.oid`.execute(db);
  return rows.map(({ name, definition, comment, tables }) => ({
    name,
    definition,
    comment,
    table: commonTable(tables),
  }));
}

function commonTable(tables: readonly string[]): string | null {
  const domains = new Set(tables.map(domainOfTable));
  return domains.size === 1 ? (tables[0] ?? null) : null;
}

async function readTriggers<Schema>(db: Kysely<Schema>): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select t.tgname as name, c.relname as "table", pg_get_triggerdef(t.oid, true) as definition,
      obj_description(t.oid, 'pg_trigger') as comment
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace
    order by c.relname, t.tgname`.execute(db);
  return rows;
}

/** Finds triggers without a comment that explains them, as `table.trigger`. */
export async function findUnexplainedTriggers<Schema>(db: Kysely<Schema>): Promise<string[]> {
  return (await readTriggers(db))
    .filter(({ comment }) => comment === null)
    .map(({ table, name }) => `${table}.${name}`);
}
