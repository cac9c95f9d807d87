import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { consoleDist } from '../core/paths.ts';
import { budgetLines, type Manifest } from './budget.ts';

/** Prints the weight of every page of the built console. False when one is too heavy. */
export function checkBudget(): boolean {
  const manifest: Manifest = JSON.parse(readFileSync(path.join(consoleDist, '.vite', 'manifest.json'), 'utf8'));
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(path.join(consoleDist, file)), { level: 9 }).length;
    sizes.set(file, size);
    return size;
  };
  const lines = budgetLines(manifest, sizeOf).toSorted((one, other) => other.bytes - one.bytes);
  const width = Math.max(...lines.map(({ page }) => page.length));
  for (const { page, bytes, limit, files, ok } of lines) {
    const weight = `${kilobytes(bytes)} of ${kilobytes(limit)} kB in ${files} files`;
    console.log(`${page.padEnd(width)} ${weight}${ok ? '' : '  TOO HEAVY'}`);
  }
  return lines.every(({ ok }) => ok);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(6);
}
