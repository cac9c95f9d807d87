import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/servers/test-database.ts';

/** A column as `table.column`, with a question mark when it may be null. */
type ColumnText = string;

it('schema.ts has the columns that the database has, and says which may be null', async () => {
  const declared = declaredColumns();
  const tables = new Set(declared.map((column) => column.split('.')[0]));
  const database = await createTestDatabase();
  const { rows } = await sql<{ column: ColumnText; table: string }>`
    select table_name as "table", table_name || '.' || column_name || case is_nullable when 'YES' then '?' else '' end as column
    from information_schema.columns where table_schema = current_schema()`.execute(database.db);
  await database.close();
  const actual = rows.filter(({ table }) => tables.has(table)).map(({ column }) => column);
  expect(declared.toSorted()).toEqual(actual.toSorted());
});

/** Reads the columns from the source text, because types do not exist at run time. */
function declaredColumns(): ColumnText[] {
  const interfaces = new Map<string, string>();
  for (const file of ['schema.ts', 'device-columns.ts']) {
    const text = withoutComments(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8'));
    for (const [, name = '', parent = '', body = ''] of text.matchAll(
      /interface (\w+)(?: extends (\w+))? \{\n([\s\S]*?)\n\}/g,
    )) {
      interfaces.set(name, `${interfaces.get(parent) ?? ''}\n${body}`);
    }
  }
  // GroundColumns is declared before the interface that extends it.
  return [...(interfaces.get('Schema') ?? '').matchAll(/^ {2}(\w+): ((?:\w+ & )?)(\{[^}]*\}|\w+);/gm)].flatMap(
    ([, table = '', added = '', own = '']) => {
      const parts = [interfaces.get(added.replace(' & ', '')) ?? '', interfaces.get(own) ?? own];
      return columnsOf(parts.join('\n')).map((column) => `${table}.${column}`);
    },
  );
}

function columnsOf(body: string): string[] {
  return [...body.matchAll(/(\w+): ([^;]+);?/g)].map(([, column = '', type = '']) => {
    // The first argument of ColumnType and of Generated is what a select gives.
    const selected = /^(?:ColumnType|Generated|GeneratedAlways)<([^,>]+)/.exec(type)?.[1] ?? type;
    return `${column}${/\bnull\b/.test(selected) ? '?' : ''}`;
  });
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\/\/.*$/gm, '');
}
