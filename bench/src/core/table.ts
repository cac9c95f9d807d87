import { loadavg } from 'node:os';

type Row = Readonly<Record<string, string | number>>;

/** Prints rows under their headings; numbers to the right. */
export function printTable(rows: readonly Row[]): void {
  const headings = Object.keys(rows[0] ?? {});
  const lines = [headings, ...rows.map((row) => headings.map((heading) => String(row[heading] ?? '')))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const [index, line] of lines.entries()) {
    const cells = line.map((text, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? text.padEnd(width) : text.padStart(width);
    });
    console.log(cells.join('  '));
    if (index === 0) console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  }
}

/** Our value as a ratio of the baseline. */
export function ratio(ours: number, baseline: number): string {
  return `${(ours / baseline).toFixed(2)} x`;
}

/** The percentile of sorted values. */
export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Prints the load average, since measurements on a busy machine are less reliable. */
export function printLoadAverage(): void {
  const loads = loadavg().map((load) => load.toFixed(1));
  console.log(`load average of the machine: ${loads.join(' ')}`);
}
