import type { BackedUpTable } from './manifest.ts';

const whole = new Intl.NumberFormat('en');
const megabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Formats the row count of each table as text lines, leaving out empty tables, with the total at the end. */
export function tableLines(tables: readonly Pick<BackedUpTable, 'name' | 'rows'>[]): string {
  const filled = tables.filter(({ rows }) => rows > 0);
  const lines = [...filled, { name: 'rows in all', rows: filled.reduce((sum, { rows }) => sum + rows, 0) }];
  const width = Math.max(...lines.map(({ name }) => name.length));
  return lines.map(({ name, rows }) => `${name.padEnd(width)}  ${whole.format(rows).padStart(12)}`).join('\n');
}

export function fileLine({ files, bytes }: { files: number; bytes: number }): string {
  return `files: ${whole.format(files)} (${megabytes.format(bytes / 1_000_000)} MB)`;
}
