import { type FeaturePlan, type Field, fieldKinds, snakeCase, upperFirst } from './feature-plan.ts';

/** The files of a new feature by path, in the shape of Contacts. */
export function newFiles(plan: FeaturePlan, migrationNumber: string): Record<string, string> {
  const { id } = plan;
  return {
    [`packages/contract/src/areas/device-data/${id}.ts`]: contractFile(plan),
    [`packages/server/src/shared/schema/migrations/${migrationNumber}-${id}.sql`]: migrationFile(plan),
    [`packages/server/src/modules/device-data/${id}/${id}.store.ts`]: storeFile(plan),
    [`packages/device/src/features/${id}/${id}.fake.ts`]: fakeFile(plan),
    [`packages/console/src/areas/device-data/${id}/${id}.columns.tsx`]: columnsFile(plan),
    [`packages/console/src/areas/device-data/${id}/${id}.texts.json`]: textsFile(plan),
    [`packages/console/src/areas/device-data/${id}/${id}.view.tsx`]: viewFile(plan),
  };
}

function contractFile({ id, name, title, permission, capability, paths, command, fields }: FeaturePlan): string {
  const texts = fields.filter(({ kind }) => kind === 'string');
  return `import { z } from 'zod/mini';
import { deviceFeature } from '../../shared/device-feature.ts';

/** The ${title.toLowerCase()} of a device. */
export const ${name} = deviceFeature({
  id: '${id}',
  permission: '${permission}',
  capability: '${capability}',
  paths: { list: '${paths.list}', update: '${paths.update}', history: '${paths.history}' },
  command: '${command}',
  noun: '${name}',
  record: z.object({ ${fields.map((field) => `${field.name}: ${fieldKinds[field.kind].schema}`).join(', ')} }),
  searchIn: [${quoted(texts)}],
  sortBy: [${quoted(fields)}],
});
`;
}

function migrationFile({ id, fields }: FeaturePlan): string {
  const table = snakeCase(id);
  const columns = fields.map(({ name, kind }) => `  ${snakeCase(name)} ${fieldKinds[kind].column} not null,\n`);
  const indexes = fields.map(({ name, kind }) => {
    const column = `${snakeCase(name)}${kind === 'string' ? ' collate natural_order' : ''}`;
    return `create index ${table}_${snakeCase(name)} on ${table} (device_id, ${column}, id);\n`;
  });
  const searched = fields.filter(({ kind }) => kind === 'string').map(({ name }) => `coalesce(${snakeCase(name)}, '')`);
  return `create table ${table} (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
${columns.join('')}  received_at timestamptz not null default now(),
  unique (device_id, key)
);
${indexes.join('')}create index ${table}_received on ${table} (received_at);
create index ${table}_search on ${table} using gin (
  device_id, (${searched.join(" || E'\\n' || ")}) gin_trgm_ops
);
`;
}

function storeFile({ name, fields }: FeaturePlan): string {
  return `import { ${name} } from '@fairwatch/contract';
import { rowTable } from '../../../shared/device-rows/row-table.ts';

export const ${name}Table = rowTable(${name}, {
${fields.map((field) => `  ${field.name}: '${fieldKinds[field.kind].column}',`).join('\n')}
});
`;
}

function fakeFile({ id, typeName, title, fields }: FeaturePlan): string {
  const values = fields.map((field) => ({ field, fake: fakeValue(field) }));
  const used = (from: Exclude<Fake['from'], undefined>) => {
    const names = values.flatMap(({ fake }) => (fake.from === from && fake.uses !== undefined ? [fake.uses] : []));
    return names.length === 0
      ? ''
      : `import { ${[...new Set(names)].sort().join(', ')} } from '../../fake/${from}.ts';\n`;
  };
  return `${used('people')}${used('roads/addresses')}import type { Random } from '../../fake/random.ts';
${used('words')}import type { RowOf } from '../../core/commands/handlers.ts';

/** The ${title.toLowerCase()} of a simulated phone: between two readings one is added. */
export function fake${typeName}(random: Random): () => RowOf<'${id}'>[] {
  let made = 0;
  const add = (): RowOf<'${id}'> => ({
    key: \`${id}-\${(made += 1)}\`,
${values.map(({ field, fake }) => `    ${field.name}: ${fake.code},`).join('\n')}
  });
  const rows = Array.from({ length: random.int(20, 80) }, add);
  return () => {
    const read = [...rows];
    rows.push(add());
    return read;
  };
}
`;
}

interface Fake {
  code: string;
  from?: 'people' | 'roads/addresses' | 'words';
  uses?: string;
}

function fakeValue({ name, kind }: Field): Fake {
  switch (kind) {
    case 'string':
      if (/phone|number/i.test(name))
        return { code: 'fakePhoneNumber(random)', from: 'people', uses: 'fakePhoneNumber' };
      if (/address|location/i.test(name))
        return { code: 'fakeAddress(random)', from: 'roads/addresses', uses: 'fakeAddress' };
      return { code: 'random.pick(businesses)', from: 'words', uses: 'businesses' };
    case 'date':
      return { code: 'new Date(Date.UTC(2026, 0, 1) + random.int(0, 300 * 24 * 60) * 60_000).toISOString()' };
    case 'int':
      return { code: 'random.int(0, 600)' };
    case 'number':
      return { code: 'random.next() * 100' };
    case 'boolean':
      return { code: 'random.chance(0.5)' };
  }
}

function columnsFile({ id, name, typeName, fields }: FeaturePlan): string {
  const title = fields.find(({ kind }) => kind === 'string');
  const columns = fields.map((field) => {
    const parts = [`key: '${field.name}'`, `header: '${id}:columns.${field.name}'`];
    if (field.kind === 'date') parts.push(`cell: ({ ${field.name} }) => <RelativeTime at={${field.name}} />`);
    parts.push('sortable: true');
    if (field === title) parts.push(`card: 'title'`);
    return `  { ${parts.join(', ')} },`;
  });
  const time = fields.some(({ kind }) => kind === 'date')
    ? `import { RelativeTime } from '../../../core/components/time/relative-time.tsx';\n`
    : '';
  return `import type { ${name}, OutputOf } from '@fairwatch/contract';
import type { Column } from '../../../core/components/table/columns.ts';
${time}
type ${typeName}Row = OutputOf<typeof ${name}.list>[number];

export const columns: readonly Column<${typeName}Row>[] = [
${columns.join('\n')}
];
`;
}

function textsFile({ title, fields }: FeaturePlan): string {
  const texts = {
    title,
    search: `Search ${title.toLowerCase()}`,
    empty: {
      title: `No ${title} available`,
      hint: `Press Update to ask the device for its ${title.toLowerCase()}.`,
    },
    columns: Object.fromEntries(fields.map(({ name }) => [name, wordsOf(name)])),
  };
  return `${JSON.stringify(texts, null, 2)}\n`;
}

/** `phoneNumber` as a heading. */
function wordsOf(name: string): string {
  return upperFirst(snakeCase(name).replaceAll('_', ' '));
}

function viewFile({ id, name, typeName, title, icon }: FeaturePlan): string {
  return `import { ${name} } from '@fairwatch/contract';
import { ${icon} } from '@tabler/icons-react';
import { DeviceFeaturePage } from '../../../shared/device-feature/device-feature-page.tsx';
import { useDeviceFeature } from '../../../shared/device-feature/use-device-feature.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { columns } from './${id}.columns.tsx';
import texts from './${id}.texts.json';

addTexts('${id}', texts);

/** The ${title.toLowerCase()} of a device. */
export function ${typeName}View() {
  const list = useDeviceFeature(${name});
  return <DeviceFeaturePage list={list} columns={columns} icon={${icon}} />;
}
`;
}

function quoted(fields: readonly Field[]): string {
  return fields.map(({ name }) => `'${name}'`).join(', ');
}
