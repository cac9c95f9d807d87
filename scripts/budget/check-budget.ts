import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { consoleBuildFile } from '@fairwatch/contract';
import { companionFolder, consoleFolder } from '../core/paths.ts';
import { budgetLines, companionPages, consolePages, type BudgetLine } from './budget.ts';

/** Prints the weight of the pages of the built console and companion: of all, or of those that are too heavy. False when one is. */
export function checkBudget(shown: 'all' | 'too heavy'): boolean {
  const lines = [
    ...weighBuild(consoleFolder, consoleBuildFile, consolePages),
    ...weighBuild(companionFolder, '.vite/manifest.json', companionPages),
  ];
  const width = Math.max(...lines.map(({ page }) => page.length));
  for (const { page, bytes, limit, files, ok } of lines) {
    if (ok && shown === 'too heavy') continue;
    const weight = `${kilobytes(bytes)} of ${kilobytes(limit)} kB in ${files} files`;
    console.log(`${page.padEnd(width)} ${weight}${ok ? '' : '  TOO HEAVY'}`);
  }
  return lines.every(({ ok }) => ok);
}

/** The pages of one build, the heaviest first. `list` is the file of the build that says what its pages consist of. */
function weighBuild<Listed>(
  folder: string,
  list: string,
  pagesOf: (listed: Listed) => Parameters<typeof budgetLines>[0],
): BudgetLine[] {
  const dist = path.join(folder, 'dist');
  const pages = pagesOf(JSON.parse(readFileSync(path.join(dist, list), 'utf8')) as Listed);
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length;
    sizes.set(file, size);
    return size;
  };
  return budgetLines(pages, sizeOf).toSorted((one, other) => other.bytes - one.bytes);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(6);
}
