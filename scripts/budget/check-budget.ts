import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { companionFolder, consoleFolder } from '../core/paths.ts';
import { budgetLines, programs, type BudgetLine, type Manifest, type Program } from './budget.ts';

/** Prints the weight of every page of the built console and companion. False when one is too heavy. */
export function checkBudget(): boolean {
  const lines = [...weighBuild(programs.console, consoleFolder), ...weighBuild(programs.companion, companionFolder)];
  const width = Math.max(...lines.map(({ page }) => page.length));
  for (const { page, bytes, limit, files, ok } of lines) {
    const weight = `${kilobytes(bytes)} of ${kilobytes(limit)} kB in ${files} files`;
    console.log(`${page.padEnd(width)} ${weight}${ok ? '' : '  TOO HEAVY'}`);
  }
  return lines.every(({ ok }) => ok);
}

/** The pages of one build, the heaviest first. */
function weighBuild(program: Program, folder: string): BudgetLine[] {
  const dist = path.join(folder, 'dist');
  const manifest: Manifest = JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8'));
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length;
    sizes.set(file, size);
    return size;
  };
  return budgetLines(manifest, program, sizeOf).toSorted((one, other) => other.bytes - one.bytes);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(6);
}
